"""Recency: how fast a memory's age takes its score away."""

import numpy as np

from memento_gui.domain.arrays import CodeArray, FloatArray
from memento_gui.domain.errors import InvalidParameter
from memento_gui.domain.knobs import Table
from memento_gui.domain.memory import TYPES
from memento_gui.engine.checks import check_range


def recency(age_days: FloatArray, half_life_days: FloatArray | float) -> FloatArray:
    """Return 2^(−age / half-life), the M ranking's recency signal.

    Args:
        age_days: Days since creation, any shape, finite; negatives (clock skew) count as 0.
        half_life_days: Days, positive, broadcastable against ``age_days``; ``inf`` never decays.

    Returns:
        Values in [0, 1], in the broadcast shape.

    Raises:
        InvalidParameter: If an age is not finite, or a half-life not positive.

    Source: memento-mcp-server, "Formulas for Search Ranking and Memory Decay", section 3.
    """
    half_life = np.asarray(half_life_days, dtype=np.float64)
    check_range(age_days, "ages in days")
    if not (half_life > 0).all():
        raise InvalidParameter("A half-life must be a positive number of days, or never (inf). Nothing was computed.")
    return np.exp2(-np.maximum(age_days, 0.0) / half_life)


def by_type(table: Table, type_codes: CodeArray) -> FloatArray:
    """Return each memory's own entry of a table by type, such as its half-life.

    Args:
        table: One number for each memory type.
        type_codes: Codes into `memento_gui.domain.memory.TYPES`, any shape.

    Returns:
        The numbers picked, in the shape of the codes.
    """
    return type_column(table).take(type_codes)


def type_column(table: Table) -> FloatArray:
    """Return a table by type as an array of 4, in the order of the type codes."""
    return np.array([table[kind.value] for kind in TYPES])
