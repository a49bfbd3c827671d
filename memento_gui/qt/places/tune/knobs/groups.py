"""The knobs in groups, as the panel lists them: made from the parameter table."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from memento_gui.domain.knobs import Knob, Table
from memento_gui.domain.parameters import parameter_table

_TITLES: Final = {
    "ranking": "Ranking",
    "relevance": "Relevance",
    "recency": "Half-life",
    "importance": "Importance",
    "usage": "Usage",
    "forgetting": "Forgetting",
    "decay": "Decay and promotion",
    "review": "Review",
    "session": "Session",
}


@dataclass(frozen=True, slots=True)
class Section:
    """Knobs that stand under one small heading; the heading is empty for those that stand alone."""

    title: str
    knobs: tuple[Knob, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """One foldable group of the panel."""

    key: str
    title: str
    sections: tuple[Section, ...]

    @property
    def knobs(self) -> tuple[Knob, ...]:
        """Every knob, in order of display."""
        return tuple(knob for section in self.sections for knob in section.knobs)


@cache
def groups() -> tuple[Group, ...]:
    """Return the groups in order of display."""
    return tuple(Group(key, title, _sections(key)) for key, title in _TITLES.items())


def knob_of(name: str) -> Knob:
    """Return the knob of a dotted name; an entry of a user's table belongs to the table's knob."""
    table = parameter_table()
    return table[name] if name in table else table[".".join(name.split(".")[:2])]


def row_label(knob: Knob) -> str:
    """Return the label of the knob's row: ``Relevance α``, or only ``Episodic`` under its table's heading."""
    key = _table_key(knob)
    if key:
        return key.capitalize()
    return f"{knob.label} {knob.symbol}" if knob.symbol else knob.label


def full_label(knob: Knob) -> str:
    """Return a label that is clear on its own: ``Half-life episodic``, ``Forgetting, soft from``."""
    label = knob.label.replace(",", "")
    return label if knob.group == "recency" else f"{_TITLES[knob.group]}, {label[0].lower()}{label[1:]}"


def is_user_table(knob: Knob) -> bool:
    """Whether the knob is a table to which the user adds entries."""
    return isinstance(knob.default, Table)


def _sections(group: str) -> tuple[Section, ...]:
    alone: list[Knob] = []
    tables: dict[str, list[Knob]] = {}
    for knob in parameter_table().values():
        if knob.group == group:
            (tables.setdefault(knob.label.partition(",")[0], []) if _in_section(knob) else alone).append(knob)
    headless = len(tables) == 1 and not alone
    sections = [Section("" if headless else title, tuple(knobs)) for title, knobs in tables.items()]
    return (Section("", tuple(alone)), *sections) if alone else tuple(sections)


def _in_section(knob: Knob) -> bool:
    return bool(_table_key(knob)) or is_user_table(knob)


def _table_key(knob: Knob) -> str:
    return knob.name.split(".", 2)[2] if knob.name.count(".") == 2 else ""
