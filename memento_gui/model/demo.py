"""The demo store: a year of one invented person's memories, dated back from the moment it is made."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from memento_gui.domain.clock import DAY_MS, Clock, FixedClock
from memento_gui.domain.identity import new_id
from memento_gui.domain.memory import Answer, Category, Memory, MemoryType, Relation, ReviewState, Revision, Scope, Status
from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.resources import resources
from memento_gui.review.log import log_entry
from memento_gui.review.schedulers import Scheduler, scheduler
from memento_gui.store import Store, Writer

Record = dict[str, Any]


def demo_id(key: str) -> str:
    """Return the id of a demo memory by its key."""
    return f"demo-{key}"


def create_demo(path: Path, clock: Clock) -> None:
    """Make a store at ``path`` and fill it with the demo's memories, their history, reviews and relations.

    Raises:
        StoreError: If the store cannot be made there.
    """
    now = clock.now_ms()
    records = sorted(_records(), key=lambda record: -float(record["days_ago"]))
    store = Store.open(path, clock=FixedClock(now))
    try:
        with store.transaction() as writer:
            writer.insert([_memory(record, now) for record in records])
            for record in records:
                _write_around(writer, record, now)
    finally:
        store.close()


def _records() -> Iterator[Record]:
    with (resources() / "demo" / "memories.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)


def _before(now_ms: int, days: float) -> int:
    return now_ms - round(days * DAY_MS)


def _memory(record: Record, now: int) -> Memory:
    created = _before(now, record["days_ago"])
    last_used, trashed = record["last_used_days_ago"], record["trashed_days_ago"]
    changes = record["revisions"]
    return Memory(
        id=demo_id(record["key"]),
        content=record["content"],
        title=record["title"],
        type=MemoryType(record["type"]),
        category=Category(record["category"]),
        tags=tuple(record["tags"]),
        importance=record["importance"],
        pinned=record["pinned"],
        strength=record["strength"],
        source=record["source"],
        session=record["session"],
        project=record["project"],
        user=record["user"],
        scope=Scope(record["scope"]),
        status=Status(record["status"]),
        created_ms=created,
        updated_ms=_before(now, changes[-1]["days_ago"]) if changes else created,
        last_used_ms=None if last_used is None else _before(now, last_used),
        views=record["views"],
        cites=record["cites"],
        edits=record["edits"],
        uses=record["uses"],
        revisions=len(changes),
        deleted_ms=None if trashed is None else _before(now, trashed),
        extra={"language": record["language"]},
    )


def _write_around(writer: Writer, record: Record, now: int) -> None:
    identity = demo_id(record["key"])
    for number, change in enumerate(record["revisions"], start=1):
        replaced = _before(now, change["days_ago"])
        writer.add_revision(
            Revision(
                memory_id=identity, number=number, title=record["title"], content=change["content"], replaced_ms=replaced
            )
        )
    created = _before(now, record["days_ago"])
    writer.add_relations(
        [
            Relation(
                id=f"{identity} {link['type']} {link['to']}",
                source_id=identity,
                target_id=demo_id(link["to"]),
                type=link["type"],
                created_ms=created,
            )
            for link in record["relations"]
        ]
    )
    if record["introduced_days_ago"] is not None:
        writer.put_review_state(_reviewed(writer, record, now, scheduler(ParameterSet().review)))


def _reviewed(writer: Writer, record: Record, now: int, model: Scheduler) -> ReviewState:
    """Replay the memory's reviews through the scheduler, so that its card and its log agree."""
    state = model.introduce(demo_id(record["key"]), _before(now, record["introduced_days_ago"]))
    for review in record["reviews"]:
        answered, answer = _before(now, review["days_ago"]), Answer(review["answer"])
        after = model.answer(state, answer, now_ms=answered, importance=record["importance"], usage=0.0)
        duration = round(review["seconds"] * 1000)
        writer.add_log(log_entry(state, after, answer, model=model, identity=new_id(answered), duration_ms=duration))
        state = after
    return state
