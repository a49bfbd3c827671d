"""Usage: how much a memory is viewed, cited and edited, compared with the others."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from memento_gui.domain.arrays import FloatArray, IntArray
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.parameters import UsageParameters
from memento_gui.engine.checks import check_range

_EPSILON: Final = 1e-6
"""Keeps the division defined where all are used alike; M's own constant."""

_TABLED: Final = 1_024
"""Below this count many logarithms are looked up: counts are small and repeat."""


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
    shape = np.broadcast_shapes(np.shape(views), np.shape(cites), np.shape(edits))
    raw = np.empty(shape)
    _write_raw((views, cites, edits), parameters, out=raw, term=np.empty(shape))
    return raw


def _write_raw(
    counts: tuple[IntArray, IntArray, IntArray], parameters: UsageParameters, *, out: FloatArray, term: FloatArray
) -> None:
    """Write raw usage into ``out``; ``term`` is overwritten."""
    views, cites, edits = counts
    _write_logs(views, parameters.views, "views", out=out)
    _write_logs(cites, parameters.cites, "cites", out=term)
    out += term
    _write_logs(edits, parameters.edits, "edits", out=term)
    out += term


def _write_logs(counts: IntArray, factor: float, what: str, *, out: FloatArray) -> None:
    """Write factor·ln(1 + counts) into ``out``."""
    counts = np.asarray(counts)
    _, largest = check_range(counts, what, low=0.0)
    if largest < _TABLED < counts.size:
        logs = factor * np.log1p(np.arange(largest + 1.0))
        logs.take(counts, out=out, mode="clip")  # nothing is clipped, but "raise" would copy
    else:
        np.log1p(counts, out=out)
        out *= factor


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
    check_range(np.array(max_percentile), "percentile of full use", low=0.0, high=100.0)
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
    check_range(np.array([low, high - low]), "range of raw usage", low=0.0)
    signal = np.empty_like(raw)
    _write_signal(raw, low, high, out=signal)
    return signal


def _write_signal(raw: FloatArray, low: float, high: float, *, out: FloatArray) -> None:
    np.subtract(raw, low, out=out)
    out /= high - low + _EPSILON
    np.clip(out, 0.0, 1.0, out=out)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableUsage:
    """Usage of all N memories of a table: raw, the raw values that count as none and as full, and the signal."""

    raw: FloatArray
    low: float
    high: float
    signal: FloatArray


def table_usage(table: FeatureTable, parameters: UsageParameters) -> TableUsage:
    """Return every memory's usage, compared with the active and the trashed ones.

    It depends on neither the time nor any other parameter, so a caller may keep it as long as the table.

    Raises:
        InvalidParameter: If a count is negative.
    """
    raw, signal = np.empty((2, len(table)))  # one block: the allocator keeps it warm from call to call
    _write_raw((table.views, table.cites, table.edits), parameters, out=raw, term=signal)
    compared = table.active | table.trashed
    low, high = usage_range(raw if compared.all() else raw[compared], parameters.max_percentile)
    _write_signal(raw, low, high, out=signal)
    return TableUsage(raw=raw, low=low, high=high, signal=signal)
