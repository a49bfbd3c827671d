"""The first tables: memories and their tags, texts, vectors, links, reviews, settings and the change feed.

Revision 0001, from nothing.
"""

from collections.abc import Mapping
from typing import Any, Final

import sqlalchemy as sa
from alembic import op

from memento_gui.store.sqlite import STALE_HASH_TRIGGER, feed_triggers

revision: Final = "0001"
down_revision: Final = None

_STRICT: Final = {"sqlite_strict": True}
_COMPACT: Final = {"sqlite_strict": True, "sqlite_with_rowid": False}
_FEEDS: Final[Mapping[str, tuple[str, ...]]] = {
    "memory": ("id",),
    "memory_tag": ("memory_id",),
    "revision": ("memory_id",),
    "embedding": ("memory_id",),
    "relation": ("source_id", "target_id"),
    "feedback": ("memory_id",),
    "review_state": ("memory_id",),
    "review_log": ("memory_id",),
    "judgement": ("memory_id",),
    "parameter_set": ("name",),
    "saved_search": ("name",),
    "meta": ("key",),
}


def upgrade() -> None:
    """Make every table, index and trigger."""
    _memories()
    _around_memories()
    _reviews()
    _named()
    _records()
    for table, keys in _FEEDS.items():
        for trigger in feed_triggers(table, keys, always="update" if table == "memory_tag" else ""):
            op.execute(trigger)
    op.execute(STALE_HASH_TRIGGER)


def _memories() -> None:
    op.create_table(
        "memory",
        sa.Column("ordinal", sa.INTEGER(), primary_key=True, autoincrement=True),
        _text("id"),
        _text("type", default="episodic"),
        _text("category", default="other"),
        _text("scope", default="private"),
        _text("status", default="active"),
        _number("created_ms"),
        _number("updated_ms"),
        _number("last_used_ms", optional=True),
        _number("deleted_ms", optional=True),
        _real("importance", default="0.5"),
        _real("strength", default="1.0"),
        *(_number(name, default="0") for name in ("pinned", "views", "cites", "edits", "uses", "revisions")),
        sa.Column("length", sa.INTEGER(), sa.Computed("length(content)", persisted=True), nullable=False),
        *(_text(name, default="") for name in ("source", "session", "project", "user")),
        _text("text_hash", optional=True),
        _text("title", default=""),
        _text("content"),
        _text("extra", default="{}"),
        _identity("memory", "id"),
        _words("memory", "type", "working", "episodic", "semantic", "procedural"),
        _words("memory", "category", "profile", "preference", "decision", "pattern", "discovery", "summary", "other"),
        _words("memory", "scope", "private", "team", "public"),
        _words("memory", "status", "active", "promoted", "archived", "muted"),
        _bounds("memory", "importance", 0, 1),
        _bounds("memory", "strength", 0, 2),
        _switch("memory", "pinned"),
        *_times("memory", "created_ms", "updated_ms", "last_used_ms", "deleted_ms"),
        *_counts("memory", "views", "cites", "edits", "uses", "revisions"),
        _fits("memory", "title"),
        _fits("memory", "content"),
        sa.UniqueConstraint("id", name="uq_memory_id"),
        sqlite_strict=True,
        sqlite_autoincrement=True,
    )
    op.create_table(
        "memory_tag",
        _text("memory_id"),
        _number("position"),
        _text("tag"),
        *_counts("memory_tag", "position"),
        _given("memory_tag", "tag"),
        _fits("memory_tag", "tag"),
        *_owned("memory_tag", "memory_id", "position"),
        **_COMPACT,
    )
    op.create_index("ix_memory_tag_tag", "memory_tag", ["tag"])


def _around_memories() -> None:
    op.create_table(
        "revision",
        _text("memory_id"),
        _number("number"),
        _number("replaced_ms"),
        _text("title"),
        _text("content"),
        *_counts("revision", "number"),
        *_times("revision", "replaced_ms"),
        _fits("revision", "title"),
        _fits("revision", "content"),
        *_owned("revision", "memory_id", "number"),
        **_STRICT,
    )
    op.create_table(
        "embedding",
        _text("memory_id"),
        _text("model"),
        _number("duplicates", optional=True),
        _text("text_hash"),
        sa.Column("vector", sa.BLOB(), nullable=False),
        _given("embedding", "model"),
        *_counts("embedding", "duplicates"),
        _check("embedding", "vector_halves", "length(vector) % 2 = 0 AND length(vector) > 0"),
        *_owned("embedding", "memory_id", "model"),
        **_STRICT,
    )
    op.create_index("ix_embedding_model_duplicates_memory_id", "embedding", ["model", "duplicates", "memory_id"])
    op.create_table(
        "relation",
        _text("id"),
        _text("source_id"),
        _text("target_id"),
        _text("type"),
        _real("strength"),
        _number("created_ms"),
        _text("extra"),
        *(_identity("relation", name) for name in ("id", "source_id", "target_id")),
        *_counts("relation", "strength"),
        *_times("relation", "created_ms"),
        _key("relation", "id"),
        **_STRICT,
    )
    op.create_index("ix_relation_source_id", "relation", ["source_id"])
    op.create_index("ix_relation_target_id", "relation", ["target_id"])
    op.create_table(
        "feedback",
        _number("number"),
        _text("memory_id"),
        _text("event"),
        _real("score", optional=True),
        _number("created_ms"),
        _words("feedback", "event", "used", "edited", "neglected", "helpful", "not_helpful", "bad"),
        *_times("feedback", "created_ms"),
        *_owned("feedback", "number"),
        **_STRICT,
    )
    op.create_index("ix_feedback_memory_id", "feedback", ["memory_id"])


def _reviews() -> None:
    op.create_table(
        "review_state",
        _text("memory_id"),
        _number("introduced_ms"),
        _number("last_review_ms", optional=True),
        _number("due_ms"),
        _real("tau_days"),
        _real("interval_days"),
        _real("difficulty", optional=True),
        _real("stability_days", optional=True),
        _number("reviews"),
        _number("lapses"),
        _number("suspended"),
        _number("buried_until_ms", optional=True),
        *_times("review_state", "introduced_ms", "last_review_ms", "due_ms", "buried_until_ms"),
        _bounds("review_state", "tau_days", 0.001, 36500),
        _bounds("review_state", "difficulty", 1, 10),
        *_counts("review_state", "interval_days", "stability_days", "reviews", "lapses"),
        _switch("review_state", "suspended"),
        *_owned("review_state", "memory_id"),
        **_STRICT,
    )
    op.create_index("ix_review_state_due_ms", "review_state", ["due_ms"])
    days = ("tau_before_days", "tau_after_days", "interval_before_days", "interval_after_days", "elapsed_days")
    op.create_table(
        "review_log",
        _text("id"),
        _text("memory_id"),
        _number("answered_ms"),
        _text("answer"),
        _text("scheduler"),
        _text("mode"),
        *(_real(name) for name in days),
        _real("predicted_recall"),
        _number("duration_ms", optional=True),
        _identity("review_log", "id"),
        *_times("review_log", "answered_ms"),
        _words("review_log", "answer", "bad", "hard", "ok", "helpful"),
        _words("review_log", "scheduler", "tau", "preset", "fsrs"),
        _given("review_log", "mode"),
        *_counts("review_log", *days, "duration_ms"),
        _bounds("review_log", "predicted_recall", 0, 1),
        *_owned("review_log", "id"),
        **_STRICT,
    )
    op.create_index("ix_review_log_memory_id", "review_log", ["memory_id"])
    op.create_index("ix_review_log_answered_ms", "review_log", ["answered_ms"])


def _named() -> None:
    op.create_table(
        "parameter_set",
        _text("name"),
        _number("saved_ms"),
        _text("numbers"),
        _given("parameter_set", "name"),
        *_times("parameter_set", "saved_ms"),
        _key("parameter_set", "name"),
        **_STRICT,
    )
    op.create_table(
        "judgement",
        _text("query"),
        _text("memory_id"),
        _number("grade"),
        _number("judged_ms"),
        _bounds("judgement", "grade", 0, 3),
        *_times("judgement", "judged_ms"),
        _given("judgement", "query"),
        *_owned("judgement", "query", "memory_id"),
        **_COMPACT,
    )
    op.create_index("ix_judgement_memory_id", "judgement", ["memory_id"])
    op.create_table(
        "saved_search",
        _text("name"),
        _text("query"),
        _number("position"),
        _given("saved_search", "name"),
        *_counts("saved_search", "position"),
        _key("saved_search", "name"),
        **_STRICT,
    )
    op.create_table("meta", _text("key"), _text("value"), _given("meta", "key"), _key("meta", "key"), **_COMPACT)


def _records() -> None:
    op.create_table(
        "error_log",
        _number("number"),
        _number("happened_ms"),
        _text("place"),
        _text("sentence"),
        _text("detail"),
        _number("resolved_ms", optional=True),
        *_times("error_log", "happened_ms", "resolved_ms"),
        _key("error_log", "number"),
        **_STRICT,
    )
    op.create_table(
        "metric",
        _number("number"),
        _text("name"),
        _number("measured_ms"),
        _real("value"),
        _given("metric", "name"),
        *_times("metric", "measured_ms"),
        _key("metric", "number"),
        **_STRICT,
    )
    op.create_index("ix_metric_name_measured_ms", "metric", ["name", "measured_ms"])
    op.create_table(
        "change",
        _number("sequence"),
        _text("table_name"),
        _text("key"),
        _text("kind"),
        _words("change", "kind", "insert", "update", "delete", "reload"),
        _key("change", "sequence"),
        **_STRICT,
    )


def _column(name: str, kind: Any, *, optional: bool, default: Any) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=optional, server_default=default)


def _text(name: str, *, optional: bool = False, default: str | None = None) -> sa.Column[Any]:
    return _column(name, sa.TEXT(), optional=optional, default=default)


def _number(name: str, *, optional: bool = False, default: str | None = None) -> sa.Column[Any]:
    return _column(name, sa.INTEGER(), optional=optional, default=default and sa.text(default))


def _real(name: str, *, optional: bool = False, default: str | None = None) -> sa.Column[Any]:
    return _column(name, sa.REAL(), optional=optional, default=default and sa.text(default))


def _check(table: str, name: str, condition: str) -> sa.CheckConstraint:
    return sa.CheckConstraint(condition, name=f"ck_{table}_{name}")


def _bounds(table: str, column: str, low: float, high: float) -> sa.CheckConstraint:
    return _check(table, f"{column}_bounds", f"{column} BETWEEN {low} AND {high}")


def _times(table: str, *columns: str) -> list[sa.CheckConstraint]:
    return [_bounds(table, column, -62_135_596_800_000, 253_402_300_799_999) for column in columns]


def _counts(table: str, *columns: str) -> list[sa.CheckConstraint]:
    return [_check(table, f"{column}_bounds", f"{column} >= 0 AND {column} < 9e18") for column in columns]


def _words(table: str, column: str, *words: str) -> sa.CheckConstraint:
    listed = ", ".join(f"'{word}'" for word in words)
    return _check(table, f"{column}_word", f"{column} IN ({listed})")


def _switch(table: str, column: str) -> sa.CheckConstraint:
    return _check(table, f"{column}_switch", f"{column} IN (0, 1)")


def _given(table: str, column: str) -> sa.CheckConstraint:
    return _check(table, f"{column}_given", f"length({column}) >= 1")


def _fits(table: str, column: str) -> sa.CheckConstraint:
    raw = f"CAST({column} AS BLOB)"
    return _check(table, f"{column}_fits", f"length({raw}) <= 1048576 AND instr({raw}, x'00') = 0")


def _identity(table: str, column: str) -> sa.CheckConstraint:
    raw = f"CAST({column} AS BLOB)"
    return _check(table, f"{column}_fits", f"length({column}) BETWEEN 1 AND 512 AND instr({raw}, x'00') = 0")


def _key(table: str, *columns: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint(*columns, name=f"pk_{table}")


def _owned(table: str, *columns: str) -> list[sa.Constraint]:
    cascade = sa.ForeignKeyConstraint(
        ["memory_id"], ["memory.id"], name=f"fk_{table}_memory_id", ondelete="CASCADE", onupdate="CASCADE"
    )
    return [_key(table, *columns), cascade]
