"""How Python values lie in columns: switches, enumerations and JSON."""

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import sqlalchemy as sa
from typing_extensions import override

from memento_gui.domain.errors import InvalidMemory


class Flag(sa.TypeDecorator[bool]):
    """True or False as 1 or 0; no database has to know booleans."""

    impl = sa.INTEGER  # type: ignore[mutable-override]  # SQLAlchemy's own way to declare it
    cache_ok = True  # type: ignore[mutable-override]

    @override
    def process_bind_param(self, value: bool | None, dialect: sa.Dialect) -> int | None:
        return None if value is None else int(value)

    @override
    def process_result_value(self, value: int | None, dialect: sa.Dialect) -> bool | None:
        return None if value is None else bool(value)


class Word(sa.TypeDecorator[StrEnum]):
    """A member of an enumeration by its value, readable to whoever opens the file.

    A value that a newer version may have added reads as the default, so that its files can be shown.
    """

    impl = sa.TEXT  # type: ignore[mutable-override]
    cache_ok = True  # type: ignore[mutable-override]

    def __init__(self, kind: type[StrEnum], default: StrEnum) -> None:
        super().__init__()
        self.kind = kind
        self.default = default
        self._members: dict[str, StrEnum] = {member.value: member for member in kind}

    @override
    def process_bind_param(self, value: StrEnum | None, dialect: sa.Dialect) -> str | None:
        return None if value is None else str(value)

    @override
    def process_result_value(self, value: str | None, dialect: sa.Dialect) -> StrEnum | None:
        return None if value is None else self._members.get(value, self.default)


class Json(sa.TypeDecorator[Mapping[str, Any]]):
    """A JSON object as text; an empty one as ``{}``."""

    impl = sa.TEXT  # type: ignore[mutable-override]
    cache_ok = True  # type: ignore[mutable-override]

    @override
    def process_bind_param(self, value: Mapping[str, Any] | None, dialect: sa.Dialect) -> str | None:
        return None if value is None else json_text(value)

    @override
    def process_result_value(self, value: str | None, dialect: sa.Dialect) -> Mapping[str, Any] | None:
        return None if value is None else json_object(value)


def json_text(value: Mapping[str, Any]) -> str:
    """Return the value as JSON, in its own script where it can be encoded, else with escapes.

    Raises:
        InvalidMemory: If it holds something that is not JSON.
    """
    if not value:
        return "{}"
    try:
        text = json.dumps(dict(value), ensure_ascii=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidMemory(f"The extra fields are not JSON ({error}). Nothing was saved.") from None
    try:
        text.encode()
    except UnicodeEncodeError:  # half a character: only an escape can keep it
        return json.dumps(dict(value), separators=(",", ":"))
    return text


def json_object(text: str) -> Mapping[str, Any]:
    """Read a JSON object; what another program left there that is none reads as empty."""
    if text == "{}":
        return {}
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
