"""Values that may go into a memory's extra: plain JSON that every reader accepts."""

import json
import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from memento_gui.domain.memory import MAX_CONTENT_BYTES
from memento_gui.interchange.texts import fault_of, shown

MAX_DEPTH: Final = 100

_MOST_BITS: Final = 10_000
"""Of a whole number; Python writes none of more than 4,300 digits, which is 14,284 bits."""

_LEFT_OUT: Final = object()

Report = Callable[[str], None]


def plain_extra(values: Mapping[str, object], report: Report, *, nulls: bool = False) -> dict[str, Any]:
    """Return a copy that is plain JSON: nothing infinite, no NUL, nothing deeper than 100 levels.

    Nulls at the top say nothing in foreign records and are dropped, unless ``nulls`` is set.

    A number that JSON cannot say is kept as text; what cannot be kept at all is left out. Both are reported.
    """
    kept: dict[str, Any] = {}
    for name, value in values.items():
        if fault := fault_of(name):
            report(f"the name {shown(name)} {fault}; it was left out")
            continue
        made = _plain(value, depth=1, report=partial(_report_of, name, report))
        if made is not _LEFT_OUT and (made is not None or nulls):
            kept[name] = made
    size = len(json.dumps(kept, ensure_ascii=False).encode())
    if size > MAX_CONTENT_BYTES:
        report(f"its extra fields have {size:,} bytes, more than can be kept; they were left out")
        return {}
    return kept


def _report_of(name: str, report: Report, what: str) -> None:
    report(f"{shown(name)}: {what}")


def _plain(value: object, *, depth: int, report: Report) -> Any:
    match value:
        case None | bool():
            return value
        case int():
            return _whole(value, report)
        case float():
            return _number(value, report)
        case str():
            return _text(value, report)
        case list() | dict():
            return _nested(value, depth=depth, report=report)
        case _:
            report(f"{shown(value)} cannot be kept and was left out")
            return _LEFT_OUT


def _nested(value: list[Any] | dict[Any, Any], *, depth: int, report: Report) -> Any:
    if depth >= MAX_DEPTH:
        report(f"nested more than {MAX_DEPTH} levels deep; the rest was left out")
        return _LEFT_OUT
    if isinstance(value, dict):
        return _object(value, depth=depth, report=report)
    items = [_plain(item, depth=depth + 1, report=report) for item in value]
    return [item for item in items if item is not _LEFT_OUT]


def _whole(value: int, report: Report) -> Any:
    if value.bit_length() <= _MOST_BITS:
        return value
    report(f"{shown(value)} cannot be kept and was left out")
    return _LEFT_OUT


def _number(value: float, report: Report) -> float | str:
    if math.isfinite(value):
        return value
    report(f"{value} is not a JSON number; kept as text")
    return str(value)


def _text(value: str, report: Report) -> Any:
    fault = fault_of(value)
    if not fault:
        return value
    report(f"a text {fault}; it was left out")
    return _LEFT_OUT


def _object(value: dict[Any, Any], *, depth: int, report: Report) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, item in value.items():
        name = _name(key, report)
        entry = _plain(item, depth=depth + 1, report=report)
        if name is not _LEFT_OUT and entry is not _LEFT_OUT:
            made[name] = entry
    return made


def _name(key: object, report: Report) -> Any:
    """Return what a value is kept under: YAML knows names that are no texts."""
    if isinstance(key, int) and _whole(key, report) is _LEFT_OUT:
        return _LEFT_OUT
    return _text(key if isinstance(key, str) else str(key), report)
