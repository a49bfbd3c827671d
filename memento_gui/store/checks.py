"""What the store refuses before SQLite sees it, with sentences that name the field."""

import math
from collections.abc import Mapping
from dataclasses import fields
from enum import StrEnum
from typing import Any, Final

from memento_gui.domain.errors import InvalidMemory
from memento_gui.domain.memory import MAX_STRENGTH, Category, Memory, MemoryType, Scope, Status, check_text, clean_tags
from memento_gui.store.bounds import FIRST_MS, LAST_MS, MAX_ID_LENGTH

EDITABLE: Final = frozenset(field.name for field in fields(Memory)) - {"id", "ordinal"}
"""The fields that `set_fields` may set."""

_WORDS: Final[Mapping[str, type[StrEnum]]] = {
    "type": MemoryType,
    "category": Category,
    "scope": Scope,
    "status": Status,
}
_TEXTS: Final = ("content", "title", "source", "session", "project", "user")
_TIMES: Final = ("created_ms", "updated_ms", "last_used_ms", "deleted_ms")
_COUNTS: Final = ("views", "cites", "edits", "uses", "revisions")
_OPTIONAL: Final = frozenset({"last_used_ms", "deleted_ms"})
_LARGEST_COUNT: Final = 2**53


def checked_id(identity: object, what: str = "id") -> str:
    """Return the id if it can be stored.

    Raises:
        InvalidMemory: If it is no text that can be kept, empty, or longer than 512 characters.
    """
    if not isinstance(identity, str):
        raise InvalidMemory(f"An {what} must be a text; given: {identity!r}. Nothing was saved.")
    if not 1 <= len(identity) <= MAX_ID_LENGTH:
        raise InvalidMemory(
            f"An {what} has 1 to {MAX_ID_LENGTH} characters; this one has {len(identity)}. Nothing was saved."
        )
    return check_text(identity, what=what)


def checked_fields(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a memory's fields as they are stored.

    Raises:
        InvalidMemory: For the first value or name that cannot be stored.
    """
    if unknown := values.keys() - EDITABLE:
        raise InvalidMemory(f"A memory has no field {', '.join(sorted(unknown))} that can be set. Nothing was saved.")
    return {name: _CHECKS[name](name, value) for name, value in values.items()}


def checked(memory: Memory) -> dict[str, Any]:
    """Return all fields of a memory as they are stored, its id included.

    Raises:
        InvalidMemory: For the first value that cannot be stored.
    """
    values = {name: check(name, getattr(memory, name)) for name, check in _CHECKS.items()}
    values["id"] = checked_id(memory.id)
    return values


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise InvalidMemory(f"The {name} must be a text; given: {value!r}. Nothing was saved.")
    return check_text(value, what=name)


def _word(name: str, value: Any) -> StrEnum:
    kind = _WORDS[name]
    try:
        return kind(value)
    except ValueError:
        raise InvalidMemory(f"The {name} must be one of {', '.join(kind)}; given: {value!r}. Nothing was saved.") from None


def _time(name: str, value: Any) -> int | None:
    if value is None and name in _OPTIONAL:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not FIRST_MS <= value <= LAST_MS:
        raise InvalidMemory(
            f"{name} must be a time between the years 1 and 9999, in ms; given: {value!r}. Nothing was saved."
        )
    return value


def _count(name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _LARGEST_COUNT:
        raise InvalidMemory(f"{name} must be a count, 0 or more; given: {value!r}. Nothing was saved.")
    return value


def _number(name: str, value: Any) -> float:
    high = MAX_STRENGTH if name == "strength" else 1.0
    if not isinstance(value, int | float) or math.isnan(value) or not 0.0 <= value <= high:
        raise InvalidMemory(f"The {name} must be between 0 and {high:g}; given: {value!r}. Nothing was saved.")
    return float(value)


def _switch(name: str, value: Any) -> bool:
    if value not in (True, False):
        raise InvalidMemory(f"{name} is on or off; given: {value!r}. Nothing was saved.")
    return bool(value)


def _tags(_: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, tuple | list):
        raise InvalidMemory(f"The tags must be a list of texts; given: {value!r}. Nothing was saved.")
    return clean_tags([_text("tag", tag) for tag in value])


def _extra(name: str, value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise InvalidMemory(f"The {name} fields must be an object; given: {value!r}. Nothing was saved.")
    return value


_CHECKS: Final = {
    **dict.fromkeys(_WORDS, _word),
    **dict.fromkeys(_TEXTS, _text),
    **dict.fromkeys(_TIMES, _time),
    **dict.fromkeys(_COUNTS, _count),
    **dict.fromkeys(("importance", "strength"), _number),
    "pinned": _switch,
    "tags": _tags,
    "extra": _extra,
}
