"""memento-mcp-server's SQLite store, in the shape of its first releases and, where columns were added, of later ones.

Times are UTC text without a zone. Tags are a JSON list in the row and, not always the same, two tables: the union is taken,
the list's order first. Citing is what counts as use there, so uses are its cites. Its vectors are another model's and its
buffers of working memory have no counterpart: both are noted and left out. What it forgot softly cannot be told from what
it kept, and stays.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.errors import UnknownFormat
from memento_gui.domain.memory import FEEDBACK_EVENTS, Feedback, Memory, MemoryType, Relation, Scope
from memento_gui.interchange.fields import Fields
from memento_gui.interchange.ids import NamelessIds, kept_id, made_id, text_id
from memento_gui.interchange.imported import MEMENTO_MCP_SQLITE, Findings, Imported, counted
from memento_gui.interchange.sqlite_source import ForeignDatabase, opened
from memento_gui.interchange.texts import fault_of, shown

ITEMS_TABLE: Final = "memory_item"

_LINK_TABLES: Final = ("memory_link", "memory_relation")
_FEEDBACK_TABLE: Final = "feedback_event"
_TAGS_TABLE: Final = "memory_tag"
_ITEM_TAGS_TABLE: Final = "memory_item_tag"
_VECTORS_TABLE: Final = "memory_embedding"
_BUFFERS_TABLE: Final = "wm_buffer"
_USED_TABLES: Final = frozenset(
    {ITEMS_TABLE, *_LINK_TABLES, _FEEDBACK_TABLE, _TAGS_TABLE, _ITEM_TAGS_TABLE, _VECTORS_TABLE, _BUFFERS_TABLE}
)
_LARGEST_SCORE: Final = 1e9
_NAMED_SESSIONS: Final = 3


def is_memento(database: ForeignDatabase) -> bool:
    """Whether the database has memento-mcp-server's table of memories."""
    return ITEMS_TABLE in database.tables and database.columns(ITEMS_TABLE) >= {"id", "content"}


def read_memento(path: Path, *, now_ms: int, cancel: CancelToken | None) -> Imported:
    """Read memories, links and feedback.

    Raises:
        UnknownFormat: If it is a database of another kind.
        UnreadableSource: If the database cannot be read.
        Cancelled: If ``cancel`` was set.
    """
    findings = Findings()
    with opened(path, cancel) as database:
        if not is_memento(database):
            raise UnknownFormat(f"{path.name} is no store of memento-mcp-server. Nothing was imported.")
        memories = _memories(database, findings, now_ms=now_ms)
        relations = _relations(database, findings, now_ms=now_ms)
        feedback = _feedback(database, findings, known=memories.keys(), now_ms=now_ms)
        _note_the_rest(database, findings)
    return findings.imported(
        MEMENTO_MCP_SQLITE, memories=memories.values(), relations=relations.values(), feedback=feedback
    )


def _memories(database: ForeignDatabase, findings: Findings, *, now_ms: int) -> dict[str, Memory]:
    tags = _tags_by_item(database)
    nameless = NamelessIds()
    memories: dict[str, Memory] = {}
    differing = 0
    for place, row in database.rows(ITEMS_TABLE):
        fields = Fields(row)
        more = tags.get(text_id(row.get("id")), [])
        memory = _memory(fields, nameless, more_tags=more, now_ms=now_ms)
        findings.problems(place, fields.problems)
        if memory is not None:
            memories[memory.id] = memory
            differing += bool(more) and set(more) != set(memory.extra.get("tags", memory.tags))
    if differing:
        findings.note(
            f"{counted(differing, 'memory', 'memories')} had other tags in the tag tables than in their own list;"
            " both were taken."
        )
    return memories


def _memory(fields: Fields, nameless: NamelessIds, *, more_tags: Iterable[str], now_ms: int) -> Memory | None:
    """Return a row as a memory; None where it has no text that can be kept, which is then reported."""
    content = fields.take("content")
    fault = fault_of(content) if isinstance(content, str) else f"is {shown(content)}, not text"
    if fault or not isinstance(content, str):
        fields.report(f"the content {fault}; this memory was left out")
        return None
    memory_id = _memory_id(fields, content, nameless)
    created_ms = fields.utc_text("created_at")
    last_used_ms = fields.utc_text("last_accessed")
    if created_ms is None:
        instead = "its last use" if last_used_ms is not None else "now"
        fields.report(f"it does not say when it was created; {instead} was taken")
        created_ms = now_ms if last_used_ms is None else last_used_ms
    cites = fields.count("cite_count")
    return Memory(
        id=memory_id,
        content=content,
        type=MemoryType(fields.one_of("type", MemoryType, MemoryType.EPISODIC)),
        tags=fields.tags(_json_list(fields), more=more_tags),
        importance=fields.number("importance", 0.5, low=0.0, high=1.0),
        pinned=fields.switch("pinned"),
        source=fields.text("source"),
        session=fields.text("session_id"),
        project=fields.text("project_id"),
        user=fields.text("owner_id"),
        scope=Scope(fields.one_of("privacy_scope", Scope, Scope.PRIVATE)),
        created_ms=created_ms,
        updated_ms=created_ms,
        last_used_ms=last_used_ms,
        views=fields.count("view_count"),
        cites=cites,
        edits=fields.count("edit_count"),
        uses=cites,
        deleted_ms=_deleted_ms(fields, now_ms=now_ms),
        extra=fields.extra(),
    )


def _memory_id(fields: Fields, content: str, nameless: NamelessIds) -> str:
    foreign = text_id(fields.take("id"))
    if not foreign:
        fields.report("it has no id; one was made from its text")
        return nameless.next_id(content)
    memory_id, why = kept_id(foreign)
    if why:
        fields.report(why)
        fields.keep("id", foreign)
    return memory_id


def _json_list(fields: Fields) -> object:
    """Take the tags, a JSON list in a text; what is no JSON is reported and kept raw."""
    raw = fields.take("tags")
    if not isinstance(raw, str):
        return raw
    try:
        tags = json.loads(raw)
    except (ValueError, RecursionError):
        fields.report(f"its tags {shown(raw)} are no JSON list; there are none from it")
        fields.keep("tags", raw)
        return None
    return tags if isinstance(tags, list) else [tags]


def _deleted_ms(fields: Fields, *, now_ms: int) -> int | None:
    """Later releases mark what waits to be removed: it goes to the trash here."""
    deleted = fields.switch("is_deleted")
    deleted_ms = fields.utc_text("deleted_at")
    if not deleted:
        return None
    return now_ms if deleted_ms is None else deleted_ms


def _tags_by_item(database: ForeignDatabase) -> dict[str, list[str]]:
    """Return the tags of the tag tables by the item's id, without empty ones."""
    names = {row.get("id"): row.get("name") for _, row in database.rows(_TAGS_TABLE)}
    tags: dict[str, list[str]] = defaultdict(list)
    for _, row in database.rows(_ITEM_TAGS_TABLE):
        name = names.get(row.get("tag_id"))
        if isinstance(name, str) and name and not fault_of(name):
            tags[text_id(row.get("memory_id"))].append(name)
    return tags


def _relations(database: ForeignDatabase, findings: Findings, *, now_ms: int) -> dict[str, Relation]:
    relations: dict[str, Relation] = {}
    for table in _LINK_TABLES:
        for place, row in database.rows(table):
            fields = Fields(row)
            relation = _relation(fields, now_ms=now_ms)
            findings.problems(place, fields.problems)
            if relation is not None:
                relations.setdefault(relation.id, relation)
    return relations


def _relation(fields: Fields, *, now_ms: int) -> Relation | None:
    """Return a link as a relation; its id comes from its ends and type, for its number may mean another one elsewhere."""
    ends = [text_id(fields.take(name)) for name in ("source_id", "target_id")]
    kind = fields.text("relation_type")
    if not all(ends) or not kind:
        fields.report("it does not name both its ends and its type; this link was left out")
        return None
    source_id, target_id = (kept_id(end)[0] for end in ends)
    fields.take("id")
    created_ms = fields.utc_text("created_at")
    return Relation(
        id=made_id("memento link", source_id, target_id, kind),
        source_id=source_id,
        target_id=target_id,
        type=kind,
        strength=fields.number("confidence", 1.0, low=0.0, high=1.0),
        created_ms=now_ms if created_ms is None else created_ms,
        extra=fields.extra(),
    )


def _feedback(database: ForeignDatabase, findings: Findings, *, known: Iterable[str], now_ms: int) -> list[Feedback]:
    memories = frozenset(known)
    feedback: list[Feedback] = []
    unplaced: Counter[str] = Counter()
    for place, row in database.rows(_FEEDBACK_TABLE):
        fields = Fields(row)
        event = _event(fields, memories, now_ms=now_ms)
        findings.problems(place, fields.problems)
        if event is not None:
            feedback.append(event)
            unplaced.update(name for name, value in fields.rest().items() if value is not None and name != "id")
    if any(event.event == "helpful" for event in feedback):
        findings.note("Its 'helpful' feedback mostly means that a memory was pinned.")
    if unplaced:
        findings.note(f"Feedback came in without its {', '.join(sorted(unplaced))}.")
    return feedback


def _event(fields: Fields, memories: frozenset[str], *, now_ms: int) -> Feedback | None:
    memory_id = kept_id(text_id(fields.take("memory_id")))[0]
    event = fields.take("event")
    if memory_id not in memories:
        fields.report("it is about a memory that is not there; this feedback was left out")
        return None
    if event not in FEEDBACK_EVENTS:
        fields.report(f"the event {shown(event)} is not known here; this feedback was left out")
        return None
    scored = fields.number("score", 0.0, low=-_LARGEST_SCORE, high=_LARGEST_SCORE) if fields.has("score") else None
    created_ms = fields.utc_text("created_at")
    return Feedback(
        memory_id=memory_id,
        event=str(event),
        score=scored,
        created_ms=now_ms if created_ms is None else created_ms,
    )


def _note_the_rest(database: ForeignDatabase, findings: Findings) -> None:
    """Note what has no counterpart: vectors, buffers of working memory, and tables of later releases."""
    models = Counter(_model(row) for _, row in database.rows(_VECTORS_TABLE))
    for model, number in models.items():
        findings.note(f"Vectors of the model {model}, not reused (new ones are made): {number:,}.")
    sessions = [shown(row.get("session_id")) for _, row in database.rows(_BUFFERS_TABLE)]
    if sessions:
        named = ", ".join(sessions[:_NAMED_SESSIONS]) + (", …" if len(sessions) > _NAMED_SESSIONS else "")
        findings.note(
            f"Working-memory buffers of sessions ({named}), left out because they have no counterpart: {len(sessions):,}."
        )
    for table in sorted(database.tables - _USED_TABLES):
        number = database.count(table)
        if number:
            findings.note(f"Rows of the table {table}, left out because it has no counterpart: {number:,}.")


def _model(row: Mapping[str, object]) -> str:
    name = row.get("model") or row.get("embedding_provider")
    return f"{shown(name) if name else 'without a name'} ({shown(row.get('dim'))} dimensions)"
