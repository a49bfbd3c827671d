"""What another system's format has no field for: carried in its free part under ``memento``, and put back on reading.

Only what would be lost is carried: a value is written, read back, and where the two differ, its field goes along. A time
that the other system keeps to the second comes back to the millisecond unless it was changed there.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Final, TypeVar

from memento_gui.domain.memory import Memory, Relation, Status
from memento_gui.interchange.fields import MAX_SECONDS
from memento_gui.interchange.ids import is_own_id
from memento_gui.interchange.imported import Findings
from memento_gui.interchange.memento_records import memory_of, record_of, relation_of, simple

CARRIED: Final = "memento"

_NOT_COMPARED: Final = frozenset({"id", "ordinal"})
_TIMES: Final = ("created_ms", "last_used_ms")

Value = TypeVar("Value", Memory, Relation)
Report = Callable[[str], None]


def whole_seconds(instant_ms: int) -> int:
    """Return an instant as seconds since the Unix epoch, as a system that knows no earlier and no fractions keeps it."""
    return min(max(instant_ms // 1000, 0), MAX_SECONDS)


def lost(value: Value, back: Value) -> dict[str, Any]:
    """Return those fields of a value that did not come back, in the form of Memento's own records."""
    names = [field.name for field in fields(value) if field.name not in _NOT_COMPARED]
    return {name: simple(getattr(value, name)) for name in names if getattr(value, name) != getattr(back, name)}


def restored_memory(memory: Memory, told: object, report: Report) -> Memory:
    """Return a memory with the fields that were carried along; what the other system has changed since stays changed."""
    if not isinstance(told, dict):
        return memory
    own = {name: value for name, value in told.items() if name not in _NOT_COMPARED and _holds(name, value, memory)}
    if is_own_id(told.get("id"), memory.id):
        own["id"] = told["id"]
    made = _read(lambda findings: memory_of({**record_of(memory), **own}, "", findings, now_ms=memory.created_ms), report)
    return memory if made is None else made[0]


def restored_relation(relation: Relation, told: object, report: Report) -> Relation:
    """Return a relation with the fields that were carried along."""
    if not isinstance(told, dict):
        return relation
    ends = {"source_id": relation.source_id, "target_id": relation.target_id}
    own = {
        name: value for name, value in told.items() if name != "id" and (name not in ends or is_own_id(value, ends[name]))
    }
    if not _same_second(own.get("created_ms"), relation.created_ms):
        own.pop("created_ms", None)
    record = {**record_of(relation), **own}
    made = _read(lambda findings: relation_of(record, "", findings, now_ms=relation.created_ms), report)
    return relation if made is None else made


_Read = TypeVar("_Read")


def _read(convert: Callable[[Findings], _Read], report: Report) -> _Read:
    findings = Findings()
    made = convert(findings)
    for problem in findings.imported("", memories=()).problems:
        report(problem.what)
    return made


def _holds(name: str, value: object, memory: Memory) -> bool:
    if name == "status":
        return value != Status.MUTED or memory.status is Status.ARCHIVED
    if name not in _TIMES:
        return True
    now = getattr(memory, name)
    if value is None:
        return bool(now == memory.created_ms)
    return _same_second(value, memory.created_ms if now is None else now)


def _same_second(told: object, read_ms: int) -> bool:
    return isinstance(told, int) and not isinstance(told, bool) and whole_seconds(told) == read_ms // 1000


def without_carried(own: Mapping[str, Any]) -> dict[str, Any]:
    """Return another system's free part without what Memento carries in it."""
    return {name: value for name, value in own.items() if name != CARRIED}
