"""How one parameter is described, and how its value is checked."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from typing_extensions import override

from memento_gui.domain.errors import InvalidParameter

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_KEY: Final = "knob"

Value = float | int | bool | str


class Table(Mapping[str, float]):
    """A small frozen table of numbers by name, such as half-lives by type; compares and hashes by content."""

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[str, float] | None = None) -> None:
        self._items = {str(key): float(value) for key, value in (items or {}).items()}

    @override
    def __getitem__(self, key: str) -> float:
        return self._items[key]

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    @override
    def __len__(self) -> int:
        return len(self._items)

    @override
    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    @override
    def __repr__(self) -> str:
        return f"Table({self._items})"

    def with_item(self, key: str, value: float) -> "Table":
        """Return a table with one number changed or added."""
        return Table({**self._items, key: value})

    def without(self, key: str) -> "Table":
        """Return a table without one entry."""
        return Table({name: value for name, value in self._items.items() if name != key})


@dataclass(frozen=True, slots=True, kw_only=True)
class Knob:
    """One line of the parameter table.

    ``name`` is dotted (``ranking.relevance``, ``recency.half_life.working``). ``keys`` is empty except for a table: then
    it holds the table's fixed keys, or nothing when ``open_keys`` says that the user may add any. ``never`` allows
    infinity. ``symbol`` is the letter the formulas use.
    """

    name: str
    label: str
    default: Any
    unit: str = ""
    low: float = -math.inf
    high: float = math.inf
    never: bool = False
    choices: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    open_keys: bool = False
    symbol: str = ""
    help: str = ""
    source: str = ""

    @property
    def group(self) -> str:
        """The first part of the dotted name."""
        return self.name.partition(".")[0]

    def checked(self, given: object) -> Value:
        """Return ``given`` as this knob's own kind of value.

        Raises:
            InvalidParameter: Naming the knob, its bounds and what was given.
        """
        if self.choices:
            return self._checked_choice(given)
        if isinstance(self.default, bool):
            return self._checked_switch(given)
        return self._checked_number(given)

    def _checked_choice(self, given: object) -> str:
        if isinstance(given, str) and given in self.choices:
            return str(given)
        raise InvalidParameter(f"{self.name} must be one of {', '.join(self.choices)}; given: {given!r}.")

    def _checked_switch(self, given: object) -> bool:
        if isinstance(given, bool):
            return given
        raise InvalidParameter(f"{self.name} must be true or false; given: {given!r}.")

    def _checked_number(self, given: object) -> float | int:
        whole = isinstance(self.default, int)
        if isinstance(given, bool) or not isinstance(given, int | float):
            raise InvalidParameter(f"{self.name} must be a number {self.bounds}; given: {given!r}.")
        number = float(given)
        in_bounds = self.low <= number <= self.high and not math.isinf(number)
        if not in_bounds and not (self.never and number == math.inf):
            raise InvalidParameter(f"{self.name} must be {self.bounds}; given: {given!r}.")
        if whole and number != int(number):
            raise InvalidParameter(f"{self.name} must be a whole number {self.bounds}; given: {given!r}.")
        return int(number) if whole else number

    @property
    def bounds(self) -> str:
        """The bounds in words: ``between 0 and 1``."""
        text = f"between {self.low:g} and {self.high:g}"
        return f"{text}, or never (inf)" if self.never else text


def knob(default: Any, *, label: str, **details: Any) -> Any:
    """Declare a field of a parameter group together with its line of the parameter table."""
    metadata = {_KEY: Knob(name="", label=label, default=default, **details)}
    return field(default=default, metadata=metadata)


def knob_of(declared: "Field[Any]") -> Knob:
    """Return the description that `knob` attached to a dataclass field."""
    described: Knob = declared.metadata[_KEY]
    return described


def check_group(group: "DataclassInstance", prefix: str) -> None:
    """Check every value of a parameter group and give it its own kind (a float for an ``int``, a Table for a dict).

    Raises:
        InvalidParameter: For the first bad value.
    """
    for name, described, entry in _knobs_of(type(group), prefix):
        given = getattr(group, name)
        value = described.checked(given) if entry is None else _checked_table(described, entry, given)
        object.__setattr__(group, name, value)


@cache
def _knobs_of(kind: "type[DataclassInstance]", prefix: str) -> "tuple[tuple[str, Knob, Knob | None], ...]":
    """Return each field's name, its description under its full name, and that of one entry of it where it is a table.

    Every turn of a knob makes parameter sets by the dozen, and each is checked in full.
    """
    made: list[tuple[str, Knob, Knob | None]] = []
    for declared in fields(kind):
        whole = named(knob_of(declared), f"{prefix}.{declared.name}")
        is_table = isinstance(whole.default, Table)
        made.append((declared.name, whole, named(whole, whole.name, label=whole.label, default=0.0) if is_table else None))
    return tuple(made)


def named(described: Knob, name: str, *, label: str = "", default: object = None) -> Knob:
    """Return the description under its full name; for one entry of a table, also with its own label and default."""
    values = {slot: getattr(described, slot) for slot in Knob.__slots__}
    values["name"] = name
    if label:
        values |= {"label": label, "default": default, "keys": (), "open_keys": False}
    return Knob(**values)


def _checked_table(described: Knob, entry: Knob, given: object) -> Table:
    if not isinstance(given, Mapping):
        raise InvalidParameter(f"{described.name} must be a table; given: {given!r}.")
    if not described.open_keys and set(given) != set(described.keys):
        raise InvalidParameter(
            f"{described.name} must name {', '.join(described.keys)}; given: {', '.join(map(str, given))}."
        )
    return Table({key: _checked_entry(entry, key, value) for key, value in given.items()})


def _checked_entry(entry: Knob, key: str, given: object) -> float:
    try:
        return float(entry.checked(given))
    except InvalidParameter:
        return float(named(entry, f"{entry.name}.{key}", label=key, default=0.0).checked(given))  # says which one
