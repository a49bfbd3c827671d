"""CortexGraph's records, however they are stored, as memories and relations.

CortexGraph knows neither type nor importance: its memories become episodic ones of importance 0.5. Times are seconds since
the Unix epoch, UTC. ``meta.extra`` becomes `Memory.extra`, together with the context, entities, review counters and every
field that has no place here; where a key of ``meta.extra`` is also the name of such a field, ``meta.extra`` stays whole
under ``extra``. ``meta.extra.session`` becomes `Memory.session`. A record without ``meta``, as scripts write them, may have
its tags, source, session and project beside its content. What Memento wrote under ``memento`` is put back.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Generic, TypeVar

from memento_gui.domain.memory import MAX_STRENGTH, Memory, Relation, Status
from memento_gui.interchange.carried import CARRIED, restored_memory, restored_relation
from memento_gui.interchange.fields import Fields
from memento_gui.interchange.ids import NamelessIds, kept_id, made_id, text_id
from memento_gui.interchange.imported import Findings
from memento_gui.interchange.plain import plain_extra
from memento_gui.interchange.texts import fault_of, shown

Value = TypeVar("Value", Memory, Relation)

NEITHER_TYPE_NOR_IMPORTANCE: Final = (
    "CortexGraph knows neither type nor importance: its memories become episodic ones, with importance 0.5."
)

_STATUSES: Final = (Status.ACTIVE, Status.PROMOTED, Status.ARCHIVED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading(Generic[Value]):
    """One record as a value, or as none where it was refused; the id it stands under there; and what was odd about it."""

    value: Value | None = None
    foreign_id: str = ""
    problems: tuple[str, ...] = ()
    embedded: bool = False


def note_vectors(findings: Findings, embedded: int) -> None:
    """Note how many memories bring a vector of another model."""
    if embedded:
        findings.note(f"Vectors of another model, not reused (new ones are made): {embedded:,}.")


def with_own_ends(relation: Relation, own_ids: Mapping[str, str]) -> Relation:
    """Return a relation between the memories' own ids, given by those under which CortexGraph knows them."""
    source_id, target_id = (own_ids.get(end, end) for end in (relation.source_id, relation.target_id))
    return replace(relation, source_id=source_id, target_id=target_id)


class RecordReader:
    """Turns the records of one source into values; counts those that bring no id."""

    def __init__(self, *, now_ms: int) -> None:
        self._now_ms = now_ms
        self._nameless = NamelessIds()

    def memory(self, record: Mapping[str, object], *, title: str = "") -> Reading[Memory]:
        """Return a record as a memory; refused when it has no text that can be kept."""
        fields = Fields(record)
        content = fields.take("content")
        fault = fault_of(content) if isinstance(content, str) else f"is {shown(content)}, not text"
        if fault or not isinstance(content, str):
            return Reading(problems=(f"the content {fault}; this record was left out",))
        memory_id = self._memory_id(fields, content)
        embedded = bool(fields.take("embed"))
        created_ms, last_used_ms = self._times(fields)
        uses = fields.count("use_count")
        strength = fields.number("strength", 1.0, low=0.0, high=MAX_STRENGTH)
        status = fields.one_of("status", _STATUSES, Status.ACTIVE)
        fields.take("_deleted")
        flat = not fields.has("meta")
        meta = fields if flat else Fields(fields.table("meta"))
        own = {} if flat else meta.table("extra")
        carried = own.pop(CARRIED, None) if isinstance(own.get(CARRIED), dict) else None
        session = fields.text("session") if flat else _session(own)
        project = fields.text("project") if flat else ""
        tags = meta.tags(meta.take("tags"))
        source = meta.text("source")
        extra = plain_extra(_joined(own, {**meta.rest(), **fields.rest()}), meta.report)
        memory = Memory(
            id=memory_id,
            content=content,
            title="" if fault_of(title) else title,
            tags=tags,
            strength=strength,
            source=source,
            session=session,
            project=project,
            status=Status(status),
            created_ms=created_ms,
            updated_ms=created_ms,
            last_used_ms=last_used_ms,
            uses=uses,
            extra=extra,
        )
        memory = restored_memory(memory, carried, fields.report)
        problems = fields.problems if flat else [*fields.problems, *meta.problems]
        return Reading(value=memory, foreign_id=memory_id, problems=tuple(problems), embedded=embedded)

    def relation(self, record: Mapping[str, object]) -> Reading[Relation]:
        """Return a record as a relation; refused when an end is missing. Whether its ends exist is not asked."""
        fields = Fields(record)
        ends = [text_id(fields.take(name)) for name in ("from_memory_id", "to_memory_id")]
        if not all(ends):
            return Reading(problems=("it does not name both its ends; this relation was left out",))
        source_id, target_id = (kept_id(end)[0] for end in ends)
        kind = fields.text("relation_type")
        if not kind:
            fields.report("it has no type; 'related' was taken")
        relation_id, why = kept_id(text_id(fields.take("id")) or made_id("relation", source_id, target_id, kind))
        if why:
            fields.report(why)
        strength = fields.number("strength", 1.0, low=0.0, high=1.0)
        created_ms = fields.seconds("created_at")
        fields.take("_deleted")
        metadata = fields.table("metadata")
        carried = metadata.pop(CARRIED, None) if isinstance(metadata.get(CARRIED), dict) else None
        relation = Relation(
            id=relation_id,
            source_id=source_id,
            target_id=target_id,
            type=kind or "related",
            strength=strength,
            created_ms=self._now_ms if created_ms is None else created_ms,
            extra=plain_extra(_joined(metadata, fields.rest(), under="metadata"), fields.report),
        )
        relation = restored_relation(relation, carried, fields.report)
        return Reading(value=relation, foreign_id=relation_id, problems=tuple(fields.problems))

    def _memory_id(self, fields: Fields, content: str) -> str:
        raw = fields.take("id")
        foreign = text_id(raw)
        if not foreign:
            fields.report(f"its id is {shown(raw)}; one was made from its text")
            return self._nameless.next_id(content)
        if not isinstance(raw, str):
            fields.report(f"its id was the number {foreign}; read as text")
        memory_id, why = kept_id(foreign)
        if why:
            fields.report(why)
            fields.keep("id", raw)
        return memory_id

    def _times(self, fields: Fields) -> tuple[int, int | None]:
        """Return creation and last use; a missing creation is the last use, or now."""
        created_ms = fields.seconds("created_at")
        last_used_ms = fields.seconds("last_used")
        if created_ms is None:
            instead = "its last use" if last_used_ms is not None else "now"
            fields.report(f"it does not say when it was created; {instead} was taken")
            created_ms = self._now_ms if last_used_ms is None else last_used_ms
        return created_ms, last_used_ms


def _session(own: dict[str, object]) -> str:
    """Take the session out of the record's own extra fields, if it is a text that can be kept."""
    session = own.get("session")
    if not isinstance(session, str) or fault_of(session):
        return ""
    del own["session"]
    return session


def _joined(own: dict[str, object], unplaced: dict[str, object], *, under: str = "extra") -> dict[str, object]:
    """Return the record's own extra fields beside the unplaced ones; whole under one key where names would collide."""
    return {**own, **unplaced} if own.keys().isdisjoint(unplaced) else {**unplaced, under: own}
