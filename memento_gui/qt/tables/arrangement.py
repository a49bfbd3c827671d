"""How the columns of a table stand: their order, widths, and which are hidden; as a value and as text."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from memento_gui.qt.tables.columns import BY_KEY, COLUMNS

GROWS: Final = "memory"
"""The column that takes the width that is left."""

FIRST: Final = "pin"
"""The column that always stands first."""

LEAST: Final = 40
MOST: Final = 600
"""Bounds of a column's width in px."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrangement:
    """Every column's place (``order``, keys from left to right), the widths that differ from their own, the hidden ones."""

    order: tuple[str, ...] = tuple(BY_KEY)
    widths: Mapping[str, int] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset(column.key for column in COLUMNS if not column.shown)

    def width(self, key: str) -> int:
        """Return a column's width in px; 0 for the one that grows."""
        return self.widths.get(key, BY_KEY[key].width)


def moved(arrangement: Arrangement, key: str, way: int) -> Arrangement:
    """Return an arrangement in which a column stands one place further left (-1) or right (1).

    Columns that cannot be hidden are stepped over, as the chooser does not list them.
    """
    order = list(arrangement.order)
    listed = [one for one in order if not BY_KEY[one].fixed]
    place = listed.index(key) + way
    if not 0 <= place < len(listed):
        return arrangement
    order.remove(key)
    order.insert(order.index(listed[place]) + (way > 0), key)
    return replace(arrangement, order=tuple(order))


def hideable(keys: Collection[str]) -> frozenset[str]:
    """Return those of the columns that may be hidden."""
    return frozenset(key for key in keys if key in BY_KEY and not BY_KEY[key].fixed)


def written(arrangement: Arrangement) -> str:
    """Return an arrangement as one line, which `read` understands."""
    held = {
        "order": list(arrangement.order),
        "widths": dict(arrangement.widths),
        "hidden": sorted(arrangement.hidden),
    }
    return json.dumps(held)


def read(text: str) -> Arrangement:
    """Return the arrangement of a text, as far as it can be read.

    Columns that there are no more are left out; those that are new stand where they stand by default.
    """
    try:
        held = json.loads(text)
    except ValueError:
        return Arrangement()
    if not isinstance(held, dict):
        return Arrangement()
    order, widths, hidden = held.get("order"), held.get("widths"), held.get("hidden")
    known = [key for key in order if isinstance(key, str) and key in BY_KEY] if isinstance(order, list) else []
    fresh = Arrangement()
    new = fresh.hidden - set(known)
    return Arrangement(
        order=_completed(list(dict.fromkeys(known))),
        widths=_bounded(widths) if isinstance(widths, dict) else {},
        hidden=hideable([key for key in hidden if isinstance(key, str)]) | new
        if isinstance(hidden, list)
        else fresh.hidden,
    )


def _bounded(widths: Mapping[str, object]) -> dict[str, int]:
    return {
        key: max(LEAST, min(width, MOST))
        for key, width in widths.items()
        if key in BY_KEY and key not in {GROWS, FIRST} and isinstance(width, int)
    }


def _completed(order: Sequence[str]) -> tuple[str, ...]:
    """Return the order with every column in it: one that is missing stands behind its default neighbour."""
    keys = [key for key in order if key != FIRST]
    defaults = tuple(BY_KEY)
    for place, key in enumerate(defaults):
        if key not in keys and key != FIRST:
            behind = next((earlier for earlier in reversed(defaults[:place]) if earlier in keys), None)
            keys.insert(0 if behind is None else keys.index(behind) + 1, key)
    return (FIRST, *keys)
