"""The records of Memento's own JSON Lines as values: what is odd is reported and mended, what cannot be kept left out."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from dataclasses import fields as dataclass_fields
from enum import StrEnum
from typing import Any, Final, TypeVar

from memento_gui.domain.memory import (
    CATEGORIES,
    FEEDBACK_EVENTS,
    MAX_STRENGTH,
    SCOPES,
    STATUSES,
    TYPES,
    Answer,
    Category,
    Feedback,
    Memory,
    MemoryType,
    Relation,
    ReviewLogEntry,
    ReviewState,
    Revision,
    Scope,
    Status,
)
from memento_gui.domain.parameters import SCHEDULERS
from memento_gui.interchange.fields import Fields
from memento_gui.interchange.ids import kept_id, made_id, text_id
from memento_gui.interchange.imported import Findings
from memento_gui.interchange.plain import plain_extra
from memento_gui.interchange.texts import fault_of, shown

LARGEST: Final = 1e15
"""Bound of numbers that have none of their own."""

Value = TypeVar("Value")


_LEFT_TO_THE_LINE: Final = frozenset({"ordinal", "memory_id"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Belongings:
    """What a record says about a memory beside its fields."""

    history: tuple[Revision, ...] = ()
    feedback: tuple[Feedback, ...] = ()
    card: ReviewState | None = None
    answers: tuple[ReviewLogEntry, ...] = ()


def record_of(value: Any) -> dict[str, Any]:
    """Return a memory, or what belongs to one, as JSON's own types, without what is as it is by default."""
    held = {field.name: (getattr(value, field.name), field) for field in dataclass_fields(value)}
    return {
        name: simple(item)
        for name, (item, field) in held.items()
        if name not in _LEFT_TO_THE_LINE and item != field.default and not (isinstance(item, Mapping) and not item)
    }


def simple(item: Any) -> Any:
    """Return a field's value as one of JSON's own types."""
    if isinstance(item, StrEnum):
        return item.value
    return list(item) if isinstance(item, tuple) else item


def memory_of(
    record: Mapping[str, object], place: str, findings: Findings, *, now_ms: int
) -> tuple[Memory, Belongings] | None:
    """Return a record as a memory with its belongings; None where it has no text or no id that can be kept."""
    fields = Fields(record)
    content = fields.take("content")
    fault = fault_of(content) if isinstance(content, str) else f"is {shown(content)}, not text"
    foreign = text_id(fields.take("id"))
    if fault or not isinstance(content, str) or not foreign:
        findings.problem(place, f"{f'the content {fault}' if fault else 'it has no id'}; this memory was left out")
        return None
    memory_id, why = kept_id(foreign)
    if why:
        fields.report(why)
    belongings = _belongings(fields, memory_id, now_ms)
    created_ms = fields.milliseconds("created_ms")
    created_ms = now_ms if created_ms is None else created_ms
    updated_ms = fields.milliseconds("updated_ms")
    own = fields.table("extra")
    memory = Memory(
        id=memory_id,
        content=content,
        title=fields.text("title"),
        type=MemoryType(fields.one_of("type", TYPES, MemoryType.EPISODIC)),
        category=Category(fields.one_of("category", CATEGORIES, Category.OTHER)),
        tags=fields.tags(fields.take("tags")),
        importance=fields.number("importance", 0.5, low=0.0, high=1.0),
        pinned=fields.switch("pinned"),
        strength=fields.number("strength", 1.0, low=0.0, high=MAX_STRENGTH),
        source=fields.text("source"),
        session=fields.text("session"),
        project=fields.text("project"),
        user=fields.text("user"),
        scope=Scope(fields.one_of("scope", SCOPES, Scope.PRIVATE)),
        status=Status(fields.one_of("status", STATUSES, Status.ACTIVE)),
        created_ms=created_ms,
        updated_ms=created_ms if updated_ms is None else updated_ms,
        last_used_ms=fields.milliseconds("last_used_ms"),
        views=fields.count("views"),
        cites=fields.count("cites"),
        edits=fields.count("edits"),
        uses=fields.count("uses"),
        revisions=fields.count("revisions"),
        deleted_ms=fields.milliseconds("deleted_ms"),
        extra=plain_extra({**own, **fields.rest()}, fields.report, nulls=True),
    )
    findings.problems(place, fields.problems)
    return memory, belongings


def relation_of(record: Mapping[str, object], place: str, findings: Findings, *, now_ms: int) -> Relation | None:
    """Return a record as a relation; None where it does not name both its ends."""
    fields = Fields(record)
    ends = [text_id(fields.take(name)) for name in ("source_id", "target_id")]
    if not all(ends):
        findings.problem(place, "it does not name both its ends; this relation was left out")
        return None
    source_id, target_id = (kept_id(end)[0] for end in ends)
    kind = fields.text("type") or "related"
    created_ms = fields.milliseconds("created_ms")
    own = fields.table("extra")
    relation = Relation(
        id=kept_id(text_id(fields.take("id")) or made_id("relation", source_id, target_id, kind))[0],
        source_id=source_id,
        target_id=target_id,
        type=kind,
        strength=fields.number("strength", 1.0, low=0.0, high=LARGEST),
        created_ms=now_ms if created_ms is None else created_ms,
        extra=plain_extra({**own, **fields.rest()}, fields.report, nulls=True),
    )
    findings.problems(place, fields.problems)
    return relation


def _belongings(fields: Fields, memory_id: str, now_ms: int) -> Belongings:
    history = _each(fields, "history", lambda one: _revision(one, memory_id, now_ms))
    numbered = {revision.number: revision for revision in history}
    card = fields.table("card")
    return Belongings(
        history=tuple(numbered.values()),
        feedback=_each(fields, "feedback", lambda one: _feedback(one, memory_id, now_ms)),
        card=_card(Fields(card), memory_id) if card else None,
        answers=_each(fields, "answers", lambda one: _answer(one, memory_id)),
    )


def _each(fields: Fields, name: str, convert: Callable[[Fields], Value | None]) -> tuple[Value, ...]:
    found = []
    for position, raw in _listed(fields, name):
        one = Fields(raw)
        value = convert(one)
        fields.problems += [f"{name} {position}: {problem}" for problem in one.problems]
        if value is not None:
            found.append(value)
    return tuple(found)


def _listed(fields: Fields, name: str) -> Iterator[tuple[int, Mapping[str, object]]]:
    raw = fields.take(name)
    if raw is not None and not isinstance(raw, list):
        fields.report(f"{name} is {shown(raw)}, not a list; it was left out")
        return
    for position, one in enumerate(raw or (), start=1):
        if isinstance(one, dict):
            yield position, one
        else:
            fields.report(f"{name} {position} is no record; it was left out")


def _revision(fields: Fields, memory_id: str, now_ms: int) -> Revision | None:
    content = fields.take("content")
    if not isinstance(content, str) or fault_of(content):
        fields.report("an earlier text that cannot be kept; it was left out")
        return None
    replaced_ms = fields.milliseconds("replaced_ms")
    return Revision(
        memory_id=memory_id,
        number=fields.count("number"),
        title=fields.text("title"),
        content=content,
        replaced_ms=now_ms if replaced_ms is None else replaced_ms,
    )


def _feedback(fields: Fields, memory_id: str, now_ms: int) -> Feedback | None:
    event = fields.text("event")
    if event not in FEEDBACK_EVENTS:
        fields.report(f"the event {shown(event)} is not known here; it was left out")
        return None
    created_ms = fields.milliseconds("created_ms")
    return Feedback(
        memory_id=memory_id,
        event=event,
        score=fields.number("score", 0.0, low=-LARGEST, high=LARGEST) if fields.has("score") else None,
        created_ms=now_ms if created_ms is None else created_ms,
    )


def _card(fields: Fields, memory_id: str) -> ReviewState | None:
    introduced_ms, due_ms = fields.milliseconds("introduced_ms"), fields.milliseconds("due_ms")
    if introduced_ms is None or due_ms is None:
        return None
    return ReviewState(
        memory_id=memory_id,
        introduced_ms=introduced_ms,
        last_review_ms=fields.milliseconds("last_review_ms"),
        due_ms=due_ms,
        tau_days=fields.number("tau_days", 1.0, low=0.001, high=36_500.0),
        interval_days=_days(fields, "interval_days"),
        difficulty=fields.number("difficulty", 5.0, low=1.0, high=10.0) if fields.has("difficulty") else None,
        stability_days=_days(fields, "stability_days") if fields.has("stability_days") else None,
        reviews=fields.count("reviews"),
        lapses=fields.count("lapses"),
        suspended=fields.switch("suspended"),
        buried_until_ms=fields.milliseconds("buried_until_ms"),
    )


def _answer(fields: Fields, memory_id: str) -> ReviewLogEntry | None:
    answered_ms, answer, identity = fields.milliseconds("answered_ms"), fields.text("answer"), fields.text("id")
    if answered_ms is None or not identity or answer not in tuple(Answer):
        fields.report("an answer without id, time or rating; it was left out")
        return None
    return ReviewLogEntry(
        id=identity,
        memory_id=memory_id,
        answered_ms=answered_ms,
        answer=Answer(answer),
        scheduler=fields.one_of("scheduler", SCHEDULERS, "tau"),
        mode=fields.text("mode") or "rehearse",
        tau_before_days=_days(fields, "tau_before_days"),
        tau_after_days=_days(fields, "tau_after_days"),
        interval_before_days=_days(fields, "interval_before_days"),
        interval_after_days=_days(fields, "interval_after_days"),
        elapsed_days=_days(fields, "elapsed_days"),
        predicted_recall=fields.number("predicted_recall", 0.0, low=0.0, high=1.0),
        duration_ms=fields.count("duration_ms") if fields.has("duration_ms") else None,
    )


def _days(fields: Fields, name: str) -> float:
    return fields.number(name, 0.0, low=0.0, high=LARGEST)
