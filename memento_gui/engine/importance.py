"""Importance: what a memory was said to be worth, raised by a pin, its type and its project."""

from collections.abc import Sequence

import numpy as np

from memento_gui.domain.arrays import BoolArray, CodeArray, FloatArray, IntArray
from memento_gui.domain.parameters import ImportanceParameters
from memento_gui.engine.checks import check_range
from memento_gui.engine.recency import by_type


def importance(
    user: FloatArray,
    *,
    pinned: BoolArray,
    type_codes: CodeArray,
    project_boost: FloatArray | float,
    parameters: ImportanceParameters,
) -> FloatArray:
    """Return clamp(user + pin + type boost + project boost, 0, 1), the M ranking's importance signal.

    Args:
        user: The importance that was set, in [0, 1], any shape.
        pinned: Whether each is pinned.
        type_codes: Codes into `memento_gui.domain.memory.TYPES`.
        project_boost: What each one's project adds (`project_boosts`), or one number for all.
        parameters: What a pin and each type add.

    Returns:
        Values in [0, 1], in the broadcast shape.

    Raises:
        InvalidParameter: If an importance is NaN or outside [0, 1], or a boost NaN or outside [−1, 1].

    Source: memento-mcp-server, "Formulas for Search Ranking and Memory Decay", section 1.
    """
    boost = np.asarray(project_boost, dtype=np.float64)
    check_range(user, "importances", low=0.0, high=1.0)
    check_range(boost, "project boosts", low=-1.0, high=1.0)
    total = user + pinned * parameters.pinned + by_type(parameters.type_boost, type_codes) + boost
    return np.minimum(np.maximum(total, 0.0), 1.0)


def project_boosts(codes: IntArray, vocabulary: Sequence[str], parameters: ImportanceParameters) -> FloatArray:
    """Return what each memory's project adds to its importance.

    Args:
        codes: Codes into ``vocabulary``, any shape.
        vocabulary: The names of the projects, as in `FeatureTable.projects`.
        parameters: The user's boosts by project name; a project without one adds nothing.

    Returns:
        The boosts, in the shape of the codes.
    """
    if not parameters.project_boost:
        return np.zeros(codes.shape)
    named = np.array([parameters.project_boost.get(name, 0.0) for name in vocabulary], dtype=np.float64)
    return named.take(codes)
