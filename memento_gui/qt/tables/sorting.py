"""Sorting a table of memories by several columns: one argsort over arrays."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from memento_gui.domain.arrays import FloatArray, IntArray
from memento_gui.qt.tables.columns import BY_KEY
from memento_gui.qt.tables.rows import Rows


@dataclass(frozen=True, slots=True)
class SortKey:
    """A column and a direction; ``down`` puts the largest first."""

    column: str
    down: bool


Words = Callable[[Sequence[str]], Sequence[str]]
"""Gives the text by which memories (their ids) are sorted."""

_COUNTED = 64
"""Characters of a text by which it is sorted."""

_PIECE = 2_048

DEFAULT: tuple[SortKey, ...] = (SortKey("score", down=True),)


def clicked(keys: tuple[SortKey, ...], column: str, *, adding: bool) -> tuple[SortKey, ...]:
    """Return the sort keys after a click on a header.

    A click sorts by the column alone, or turns its direction; ``adding`` (with Shift) keeps the other keys before it.
    """
    held = next((key for key in keys if key.column == column), None)
    fresh = SortKey(column, down=BY_KEY[column].down) if held is None else SortKey(column, down=not held.down)
    if not adding:
        return (fresh,)
    if held is not None:
        return tuple(fresh if key is held else key for key in keys)
    return (*keys, fresh)


def written(keys: Sequence[SortKey]) -> str:
    """Return sort keys as one short text, which `read` understands."""
    return " ".join(f"{key.column}:{'down' if key.down else 'up'}" for key in keys)


def read(text: str) -> tuple[SortKey, ...]:
    """Return the sort keys of a text; columns that there are no more are left out."""
    parts = [part.partition(":") for part in text.split()]
    return tuple(SortKey(name, down=way == "down") for name, _, way in parts if name in BY_KEY and BY_KEY[name].sortable)


def sorted_rows(rows: Rows, keys: Sequence[SortKey], words: Words) -> Rows:
    """Return the same rows in another order; equal ones newest first, then by import order.

    Args:
        rows: In any order.
        keys: The first one counts most.
        words: Called once if a key sorts by the memories' words.
    """
    order = rows.order
    columns = [_ranks(rows, order, key, words) for key in keys]
    newest = -rows.table.created_ms[order]
    place = np.lexsort([rows.table.ordinal[order], newest, *reversed(columns)])
    return replace(rows, order=order[place].astype(np.int64))


def _as_keys(texts: Sequence[str]) -> "npt.NDArray[np.str_]":
    """Return texts as keys without regard to case; characters far behind the first do not count.

    Python compares a million texts in one go, for which the window would stand still: numpy lets others run meanwhile.
    """
    keys = np.empty(len(texts), dtype=f"U{_COUNTED}")
    for start in range(0, len(texts), _PIECE):
        keys[start : start + _PIECE] = [text.casefold() for text in texts[start : start + _PIECE]]
    return keys


def _places_of_texts(keys: "npt.NDArray[np.str_]") -> IntArray:
    """Return for each text how many different ones come before it; other threads run meanwhile."""
    order = np.argsort(keys, kind="stable")
    new = np.zeros(len(keys), dtype=np.int64)
    for start in range(1, len(keys), _PIECE):  # numpy compares texts in one go
        part = keys[order[start - 1 : start + _PIECE]]
        new[start : start + _PIECE] = part[1:] != part[:-1]
    places = np.empty(len(keys), dtype=np.int64)
    places[order] = np.cumsum(new)
    return places


def _ranks(rows: Rows, order: IntArray, key: SortKey, words: Words) -> FloatArray | IntArray:
    """Return numbers that ascend in the wanted order."""
    column = BY_KEY[key.column]
    if column.sort is not None:
        values = np.asarray(column.sort(rows))[order]
    else:
        values = _as_keys(words(rows.table.ids[order].tolist()))
    if values.dtype.kind == "U":
        values = _places_of_texts(values.astype(np.str_, copy=False))
    numbers: FloatArray | IntArray = values.astype(np.float64) if values.dtype.kind == "f" else values.astype(np.int64)
    return np.negative(numbers) if key.down else numbers
