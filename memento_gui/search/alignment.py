"""Alignment: what an index says by its own order, as a column of the table."""

from typing import Final, TypeVar

import numpy as np

from memento_gui.domain.arrays import FloatArray, IntArray, VectorArray

_SPARSEST: Final = 8
"""Ordinals for each memory up to which places by ordinal are made; beyond, they are looked up."""

Values = TypeVar("Values", FloatArray, VectorArray)


class Alignment:
    """Puts the values of K keys at their places among N ordinals. Safe to use from any thread.

    Where each ordinal stands is found once for each pair of arrays (the same arrays, which nobody changes), because
    every search until the next change of the store asks for the same.
    """

    def __init__(self) -> None:
        self._kept: tuple[IntArray, IntArray, IntArray | None, IntArray] | None = None

    def column(self, ordinals: IntArray, keys: IntArray, values: Values, *, missing: float) -> Values:
        """Return the value of each ordinal, N, or ``missing``; the values themselves where the keys are the ordinals.

        Args:
            ordinals: N, each once.
            keys: K ordinals, each once, in any order; some may not be among the N.
            values: K.
            missing: What ordinals without a key get.
        """
        kept = self._kept
        if kept is None or kept[0] is not ordinals or kept[1] is not keys:
            kept = self._kept = (ordinals, keys, *_places(ordinals, keys))
        _, _, places, absent = kept
        if places is None:
            return values
        column = values.take(places, mode="wrap") if len(keys) else np.empty(len(ordinals), dtype=values.dtype)
        column[absent] = missing
        return column

    def places(self, ordinals: IntArray, keys: IntArray, rows: IntArray) -> IntArray:
        """Return where the ordinals of these C rows stand among the keys; -1 for those that do not.

        Args:
            ordinals: N, each once.
            keys: K ordinals, each once, in any order.
            rows: C positions in ``ordinals``.
        """
        kept = self._kept
        if kept is not None and kept[0] is ordinals and kept[1] is keys:
            places = kept[2]
            return rows if places is None else places[rows]
        places, _ = _places(ordinals[rows], keys)
        return np.arange(len(rows)) if places is None else places


def _places(ordinals: IntArray, keys: IntArray) -> tuple[IntArray | None, IntArray]:
    """Return where each ordinal stands among the keys or -1 (None if each just there), and which ordinals do not."""
    if np.array_equal(ordinals, keys):
        return None, np.zeros(0, dtype=np.int64)
    places = np.full(len(ordinals), -1, dtype=np.int64)
    if len(ordinals) and len(keys):
        low, high = int(keys.min()), int(keys.max())
        within = np.flatnonzero((ordinals >= low) & (ordinals <= high))
        if high - low < _SPARSEST * len(ordinals):  # a million are reached faster than looked up
            by_ordinal = np.full(high - low + 1, -1, dtype=np.int64)
            by_ordinal[keys - low] = np.arange(len(keys))
            places[within] = by_ordinal[ordinals[within] - low]
        else:
            order = np.argsort(keys, kind="stable")
            found = order[np.searchsorted(keys, ordinals[within], sorter=order)]
            places[within] = np.where(keys[found] == ordinals[within], found, -1)
    return places, np.flatnonzero(places < 0)
