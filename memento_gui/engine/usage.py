"""Usage: how much a memory is viewed, cited and edited, compared with the others."""

from typing import Final

import numpy as np

from memento_gui.domain.arrays import FloatArray, IntArray
from memento_gui.domain.parameters import UsageParameters
from memento_gui.engine.checks import check_range

_EPSILON: Final = 1e-6
"""Keeps the division defined where all are used alike; M's own constant."""


def usage_raw(views: IntArray, cites: IntArray, edits: IntArray, parameters: UsageParameters) -> FloatArray:
    """Return ln(1 + views) + 2·ln(1 + cites) + 0.5·ln(1 + edits), with the factors of ``parameters``.

    Args:
        views: How often each was read or returned, any shape.
        cites: How often each was copied, cited or marked as used.
        edits: How often each was rewritten.
        parameters: The three factors.

    Returns:
        Values of at least 0, in the broadcast shape.

    Raises:
        InvalidParameter: If a count is negative.

    Source: memento-mcp-server, "Formulas for Search Ranking and Memory Decay", section 1.
    """
    for counts, what in ((views, "views"), (cites, "cites"), (edits, "edits")):
        check_range(counts, what, low=0.0)
    return parameters.views * np.log1p(views) + parameters.cites * np.log1p(cites) + parameters.edits * np.log1p(edits)


def usage_range(raw: FloatArray, max_percentile: float) -> tuple[float, float]:
    """Return the raw usage that counts as none and the one that counts as full.

    Args:
        raw: Raw usage of the batch that is compared: the candidates of a search; else active and trashed memories.
        max_percentile: Which percentile counts as full use, at most 100 (the maximum).

    Returns:
        The smallest raw usage and the percentile; two zeros for an empty batch.

    Raises:
        InvalidParameter: If a raw usage is negative or NaN, or the percentile outside 0..100.
    """
    check_range(raw, "raw usages", low=0.0)
    check_range(np.array(max_percentile), "percentile of full use", low=0.0, high=100.0)
    if raw.size == 0:
        return 0.0, 0.0
    high = raw.max() if max_percentile == 100.0 else np.percentile(raw, max_percentile)
    return float(raw.min()), float(high)


def usage(raw: FloatArray, low: float, high: float) -> FloatArray:
    """Return clip((raw − low)/(high − low + 1e-6), 0, 1), the M ranking's usage signal.

    Where all are used alike every value is 0: use tells nothing apart. (M's printed code gives 0.5 there; the formula
    and the decision give 0.)

    Args:
        raw: Raw usage, any shape.
        low: The raw usage that counts as none.
        high: The raw usage that counts as full, at least ``low``.

    Returns:
        Values in [0, 1], in the shape of ``raw``.

    Raises:
        InvalidParameter: If a raw usage is negative or NaN, or the range is not one.
    """
    check_range(raw, "raw usages", low=0.0)
    check_range(np.array([low, high - low]), "range of raw usage", low=0.0)
    return np.clip((raw - low) / (high - low + _EPSILON), 0.0, 1.0)
