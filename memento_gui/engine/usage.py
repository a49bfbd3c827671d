"""Usage: how much a memory is viewed, cited and edited, compared with the others."""

from dataclasses import dataclass, replace
from typing import Final, Self

import numpy as np

from memento_gui.domain.arrays import FloatArray, IntArray
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.parameters import UsageParameters
from memento_gui.engine.checks import check_number, check_range

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
    total: FloatArray = np.asarray(0.0)
    for counts, factor, what in (
        (views, parameters.views, "views"),
        (cites, parameters.cites, "cites"),
        (edits, parameters.edits, "edits"),
    ):
        check_range(np.asarray(counts), what, low=0.0)
        total = total + factor * np.log1p(counts)
    return total


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
    low, high = check_range(raw, "raw usages", low=0.0)
    check_number(max_percentile, "percentile of full use", low=0.0, high=100.0)
    if raw.size and max_percentile < 100.0:
        high = float(np.percentile(raw, max_percentile))
    return low, high


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
    for number in (low, high - low):
        check_number(number, "range of raw usage", low=0.0)
    return _share(raw, low, high)


def usage_among(raw: FloatArray, max_percentile: float) -> FloatArray:
    """Return the usage signal of a batch that is compared with itself: `usage` within its `usage_range`."""
    return _share(raw, *usage_range(raw, max_percentile))


def _share(raw: FloatArray, low: float, high: float) -> FloatArray:
    return np.minimum(np.maximum((raw - low) / (high - low + _EPSILON), 0.0), 1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableUsage:
    """Usage of all N memories of a table: raw, the raw values that count as none and as full, and the signal."""

    raw: FloatArray
    low: float
    high: float
    signal: FloatArray

    def take(self, rows: IntArray) -> Self:
        """Return the usage of some rows, compared with the same memories as before."""
        return replace(self, raw=self.raw[rows], signal=self.signal[rows])


def table_usage(table: FeatureTable, parameters: UsageParameters) -> TableUsage:
    """Return every memory's usage, compared with the active and the trashed ones.

    It depends on neither the time nor any other parameter, so a caller may keep it as long as the table.

    Raises:
        InvalidParameter: If a count is negative.
    """
    patterns = table.use_patterns
    views, cites, edits = patterns.counts
    of_pattern = usage_raw(views, cites, edits, parameters)
    raw, signal = np.empty((2, len(table)))  # one block: the allocator keeps it warm from call to call
    of_pattern.take(patterns.index, out=raw, mode="clip")  # nothing is clipped, but "raise" would copy
    compared = table.active | table.trashed
    everything = compared.all() and parameters.max_percentile == 100.0  # the extremes are among the distinct ones
    low, high = usage_range(of_pattern if everything else raw[compared], parameters.max_percentile)
    usage(of_pattern, low, high).take(patterns.index, out=signal, mode="clip")
    return TableUsage(raw=raw, low=low, high=high, signal=signal)
