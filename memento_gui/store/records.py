"""What surrounds a memory: revisions, relations, feedback, review cards and their log, judgements."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa

from memento_gui.domain.errors import StaleEdit
from memento_gui.domain.memory import Feedback, Relation, ReviewLogEntry, ReviewState, Revision, check_text
from memento_gui.domain.review_log import LogTable
from memento_gui.store import sqlite
from memento_gui.store.checks import checked_id
from memento_gui.store.rows import columns_of, read_all, table_of, values_of
from memento_gui.store.schema import FeedbackRow, JudgementRow, RelationRow, ReviewLogRow, ReviewStateRow, RevisionRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """How well a memory answers a query: 0 not at all, 3 exactly."""

    query: str
    memory_id: str
    grade: int
    judged_ms: int


_revision: Final = table_of(RevisionRow)
_relation: Final = table_of(RelationRow)
_feedback: Final = table_of(FeedbackRow)
_state: Final = table_of(ReviewStateRow)
_log: Final = table_of(ReviewLogRow)
_judgement: Final = table_of(JudgementRow)


def _removed(connection: sa.Connection, statement: sa.Delete, what: str) -> None:
    if not connection.execute(statement).rowcount:
        raise StaleEdit(f"The {what} is not there any more; it was removed elsewhere meanwhile. Nothing was changed.")


# Revisions


def revisions(connection: sa.Connection, memory_id: str | None = None) -> list[Revision]:
    """Return the earlier texts of one memory, or of all; oldest first."""
    statement = sa.select(*columns_of(_revision, Revision)).order_by(_revision.c.memory_id, _revision.c.number)
    if memory_id is not None:
        statement = statement.where(_revision.c.memory_id == memory_id)
    return read_all(connection, Revision, statement)


def add_revision(connection: sa.Connection, revision: Revision) -> None:
    """Keep an earlier text.

    Raises:
        InvalidMemory: If the text cannot be stored.
        UnknownMemory: If the memory does not exist.
        StoreError: If there is a revision with this number.
    """
    check_text(revision.title, what="title")
    check_text(revision.content)
    connection.execute(_revision.insert(), values_of(revision))


def remove_revision(connection: sa.Connection, memory_id: str, number: int) -> None:
    """Forget an earlier text.

    Raises:
        StaleEdit: If it is not there.
    """
    where = (_revision.c.memory_id == memory_id) & (_revision.c.number == number)
    _removed(connection, _revision.delete().where(where), "earlier text")


# Relations


def relations(connection: sa.Connection, memory_id: str | None = None) -> list[Relation]:
    """Return the links of one memory, in both directions, or all links; oldest first."""
    statement = sa.select(*columns_of(_relation, Relation)).order_by(_relation.c.created_ms, _relation.c.id)
    if memory_id is not None:
        statement = statement.where(sa.or_(_relation.c.source_id == memory_id, _relation.c.target_id == memory_id))
    return read_all(connection, Relation, statement)


def add_relations(connection: sa.Connection, added: Sequence[Relation]) -> None:
    """Add links; their ends need not exist.

    Raises:
        InvalidMemory: If an id or text cannot be stored.
        StoreError: If there is a link with the same id.
    """
    for relation in added:
        for identity in (relation.id, relation.source_id, relation.target_id):
            checked_id(identity)
        check_text(relation.type, what="type of the link")
    if added:
        connection.execute(_relation.insert(), [values_of(relation) for relation in added])


def remove_relations(connection: sa.Connection, ids: Sequence[str]) -> None:
    """Remove links by id.

    Raises:
        StaleEdit: If one is not there.
    """
    for identity in ids:
        _removed(connection, _relation.delete().where(_relation.c.id == identity), "link")


# Feedback


def feedback(connection: sa.Connection, memory_id: str | None = None) -> list[Feedback]:
    """Return what was said about one memory, or about all; oldest first."""
    order = (_feedback.c.memory_id, _feedback.c.created_ms, _feedback.c.number)
    statement = sa.select(*columns_of(_feedback, Feedback)).order_by(*order)
    if memory_id is not None:
        statement = statement.where(_feedback.c.memory_id == memory_id)
    return read_all(connection, Feedback, statement)


def add_feedback(connection: sa.Connection, events: Sequence[Feedback]) -> None:
    """Keep what was said about memories.

    Raises:
        UnknownMemory: If a memory does not exist.
        InvalidMemory: If an event is none of those that are known.
    """
    if events:
        connection.execute(_feedback.insert(), [values_of(event) for event in events])


def remove_feedback(connection: sa.Connection, event: Feedback) -> None:
    """Take one event back: the last that is equal.

    Raises:
        StaleEdit: If there is none.
    """
    same = [_feedback.c[name].is_not_distinct_from(value) for name, value in values_of(event).items()]
    last = sa.select(sa.func.max(_feedback.c.number)).where(*same).scalar_subquery()
    _removed(connection, _feedback.delete().where(_feedback.c.number == last), "feedback")


# Reviews


def review_state(connection: sa.Connection, memory_id: str) -> ReviewState | None:
    """Return a memory's card, if it is one."""
    statement = sa.select(*columns_of(_state, ReviewState)).where(_state.c.memory_id == memory_id)
    return next(iter(read_all(connection, ReviewState, statement)), None)


def review_states(connection: sa.Connection) -> list[ReviewState]:
    """Return every card, the one that is due first first."""
    statement = sa.select(*columns_of(_state, ReviewState)).order_by(_state.c.due_ms, _state.c.memory_id)
    return read_all(connection, ReviewState, statement)


_put_state: Final = sqlite.upsert(_state, ("memory_id",), [column.name for column in columns_of(_state, ReviewState)])


def put_review_state(connection: sa.Connection, state: ReviewState) -> None:
    """Make a memory a card, or change its card.

    Raises:
        UnknownMemory: If the memory does not exist.
        InvalidMemory: If a number is out of bounds.
    """
    connection.execute(_put_state, values_of(state))


def remove_review_state(connection: sa.Connection, memory_id: str) -> None:
    """Make a card a mere memory again.

    Raises:
        StaleEdit: If it is no card.
    """
    _removed(connection, _state.delete().where(_state.c.memory_id == memory_id), "card")


def review_log(
    connection: sa.Connection, *, memory_id: str | None = None, since_ms: int | None = None
) -> list[ReviewLogEntry]:
    """Return the answers, oldest first: all, those of one memory, those from an instant on."""
    statement = sa.select(*columns_of(_log, ReviewLogEntry)).order_by(_log.c.answered_ms, _log.c.id)
    if memory_id is not None:
        statement = statement.where(_log.c.memory_id == memory_id)
    if since_ms is not None:
        statement = statement.where(_log.c.answered_ms >= since_ms)
    return read_all(connection, ReviewLogEntry, statement)


def review_log_table(connection: sa.Connection, *, since_ms: int | None = None) -> LogTable:
    """Return the answers as columns, oldest first: all, or those from an instant on."""
    log = _log.c
    answer = sa.type_coerce(log.answer, sa.String)
    statement = sa.select(
        log.memory_id, log.answered_ms, answer, log.elapsed_days, log.predicted_recall, log.duration_ms
    ).order_by(log.answered_ms, log.id)
    if since_ms is not None:
        statement = statement.where(log.answered_ms >= since_ms)
    return LogTable.of_rows([tuple(row) for row in connection.execute(statement).all()])


def review_log_mark(connection: sa.Connection) -> tuple[int, int, str]:
    """Return how many answers there are, the sum of their instants and the last id: no two logs of a store share them."""
    log = _log.c
    count, total, last = connection.execute(
        sa.select(sa.func.count(), sa.func.sum(log.answered_ms), sa.func.max(log.id))
    ).one()
    return int(count), int(total or 0), str(last or "")


def add_log(connection: sa.Connection, entry: ReviewLogEntry) -> None:
    """Keep an answer.

    Raises:
        UnknownMemory: If the memory does not exist.
        InvalidMemory: If a number is out of bounds.
        StoreError: If there is an entry with the same id.
    """
    connection.execute(_log.insert(), values_of(entry))


def remove_log(connection: sa.Connection, identity: str) -> None:
    """Take an answer back.

    Raises:
        StaleEdit: If it is not there.
    """
    _removed(connection, _log.delete().where(_log.c.id == identity), "answer")


# Judgements


def judgements(connection: sa.Connection, query: str | None = None) -> list[Judgement]:
    """Return the judgements on one query, or all, by query and best first."""
    order = (_judgement.c.query, _judgement.c.grade.desc(), _judgement.c.memory_id)
    statement: sa.Select[Any] = sa.select(*columns_of(_judgement, Judgement)).order_by(*order)
    if query is not None:
        statement = statement.where(_judgement.c.query == query)
    return read_all(connection, Judgement, statement)


_put_judgement: Final = sqlite.upsert(_judgement, ("query", "memory_id"), ("grade", "judged_ms"))


def put_judgement(connection: sa.Connection, judgement: Judgement) -> None:
    """Keep a judgement, in place of an earlier one on the same query and memory.

    Raises:
        UnknownMemory: If the memory does not exist.
        InvalidMemory: If the grade is not 0, 1, 2 or 3.
    """
    check_text(judgement.query, what="query")
    connection.execute(_put_judgement, values_of(judgement))


def remove_judgement(connection: sa.Connection, query: str, memory_id: str) -> None:
    """Take a judgement back.

    Raises:
        StaleEdit: If it is not there.
    """
    where = (_judgement.c.query == query) & (_judgement.c.memory_id == memory_id)
    _removed(connection, _judgement.delete().where(where), "judgement")
