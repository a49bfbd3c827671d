"""The tables of a store, with every bound that a value has to keep.

The migrations build the file; a test holds them equal to these declarations. Times are milliseconds since the Unix epoch,
UTC, between the years 1 and 9999. Column order matters: what arrays are made of comes first in a row, long texts last.
"""

from collections.abc import Mapping
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from memento_gui.domain.memory import FEEDBACK_EVENTS, Answer, Category, MemoryType, Scope, Status
from memento_gui.domain.parameters import SCHEDULERS
from memento_gui.store.base import COMPACT, STRICT, Base, of_memory
from memento_gui.store.bounds import (
    between,
    identity_fits,
    in_time,
    not_empty,
    not_negative,
    one_of,
    switch,
    text_fits,
)

FEEDS: Final[Mapping[str, tuple[str, ...]]] = {
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
"""The tables whose changes are fed to every reader, and the columns that name what changed."""


class MemoryRow(Base):
    """One remembered text and everything the engine needs to know about it.

    ``ordinal`` is the import order; it ascends and is never given twice, not even after a purge.
    """

    __tablename__ = "memory"
    __table_args__ = (
        identity_fits("id"),
        one_of("type", MemoryType),
        one_of("category", Category),
        one_of("scope", Scope),
        one_of("status", Status),
        between("importance", 0, 1),
        between("strength", 0, 2),
        switch("pinned"),
        *in_time("created_ms", "updated_ms", "last_used_ms", "deleted_ms"),
        *not_negative("views", "cites", "edits", "uses", "revisions"),
        text_fits("title"),
        text_fits("content"),
        {"sqlite_strict": True, "sqlite_autoincrement": True},
    )

    ordinal: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    id: Mapped[str] = mapped_column(unique=True)
    type: Mapped[MemoryType] = mapped_column(server_default="episodic")
    category: Mapped[Category] = mapped_column(server_default="other")
    scope: Mapped[Scope] = mapped_column(server_default="private")
    status: Mapped[Status] = mapped_column(server_default="active")
    created_ms: Mapped[int]
    updated_ms: Mapped[int]
    last_used_ms: Mapped[int | None]
    deleted_ms: Mapped[int | None]
    importance: Mapped[float] = mapped_column(server_default=sa.text("0.5"))
    strength: Mapped[float] = mapped_column(server_default=sa.text("1.0"))
    pinned: Mapped[bool] = mapped_column(server_default=sa.text("0"))
    views: Mapped[int] = mapped_column(server_default=sa.text("0"))
    cites: Mapped[int] = mapped_column(server_default=sa.text("0"))
    edits: Mapped[int] = mapped_column(server_default=sa.text("0"))
    uses: Mapped[int] = mapped_column(server_default=sa.text("0"))
    revisions: Mapped[int] = mapped_column(server_default=sa.text("0"))
    length: Mapped[int] = mapped_column(sa.Computed("length(content)", persisted=True))  # characters
    source: Mapped[str] = mapped_column(server_default="")
    session: Mapped[str] = mapped_column(server_default="")
    project: Mapped[str] = mapped_column(server_default="")
    user: Mapped[str] = mapped_column(server_default="")
    text_hash: Mapped[str | None]  # of title and content; none: changed by a program that does not know it
    title: Mapped[str] = mapped_column(server_default="")
    content: Mapped[str]
    extra: Mapped[Mapping[str, Any]] = mapped_column(server_default="{}")


class MemoryTagRow(Base):
    """A memory's tags, in order."""

    __tablename__ = "memory_tag"
    __table_args__ = (*not_negative("position"), not_empty("tag"), text_fits("tag"), COMPACT)

    memory_id: Mapped[str] = of_memory(primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    tag: Mapped[str] = mapped_column(index=True)


class RevisionRow(Base):
    """An earlier text of a memory."""

    __tablename__ = "revision"
    __table_args__ = (
        *not_negative("number"),
        *in_time("replaced_ms"),
        text_fits("title"),
        text_fits("content"),
        STRICT,
    )

    memory_id: Mapped[str] = of_memory(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    replaced_ms: Mapped[int]
    title: Mapped[str]
    content: Mapped[str]


class EmbeddingRow(Base):
    """A memory's vector under one model: half floats, and the hash of the text that was embedded."""

    __tablename__ = "embedding"
    __table_args__ = (
        not_empty("model"),
        *not_negative("duplicates"),
        sa.CheckConstraint("length(vector) % 2 = 0 AND length(vector) > 0", name="vector_halves"),
        sa.Index(None, "model", "duplicates", "memory_id"),
        STRICT,
    )

    memory_id: Mapped[str] = of_memory(primary_key=True)
    model: Mapped[str] = mapped_column(primary_key=True)
    duplicates: Mapped[int | None]  # other active memories that say nearly the same; none: not counted yet
    text_hash: Mapped[str]
    vector: Mapped[bytes]


class RelationRow(Base):
    """A directed link; its ends are no foreign keys, since either may be gone and still worth knowing."""

    __tablename__ = "relation"
    __table_args__ = (
        identity_fits("id"),
        identity_fits("source_id"),
        identity_fits("target_id"),
        *not_negative("strength"),
        *in_time("created_ms"),
        STRICT,
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    source_id: Mapped[str] = mapped_column(index=True)
    target_id: Mapped[str] = mapped_column(index=True)
    type: Mapped[str]
    strength: Mapped[float]
    created_ms: Mapped[int]
    extra: Mapped[Mapping[str, Any]]


class FeedbackRow(Base):
    """What someone said or did about a memory."""

    __tablename__ = "feedback"
    __table_args__ = (one_of("event", FEEDBACK_EVENTS), *in_time("created_ms"), STRICT)

    number: Mapped[int] = mapped_column(primary_key=True)
    memory_id: Mapped[str] = of_memory(index=True)
    event: Mapped[str]
    score: Mapped[float | None]
    created_ms: Mapped[int]


class ReviewStateRow(Base):
    """A memory as a review card."""

    __tablename__ = "review_state"
    __table_args__ = (
        *in_time("introduced_ms", "last_review_ms", "due_ms", "buried_until_ms"),
        between("tau_days", 0.001, 36500),
        between("difficulty", 1, 10),
        *not_negative("interval_days", "stability_days", "reviews", "lapses"),
        switch("suspended"),
        STRICT,
    )

    memory_id: Mapped[str] = of_memory(primary_key=True)
    introduced_ms: Mapped[int]
    last_review_ms: Mapped[int | None]
    due_ms: Mapped[int] = mapped_column(index=True)
    tau_days: Mapped[float]
    interval_days: Mapped[float]
    difficulty: Mapped[float | None]
    stability_days: Mapped[float | None]
    reviews: Mapped[int]
    lapses: Mapped[int]
    suspended: Mapped[bool]
    buried_until_ms: Mapped[int | None]


class ReviewLogRow(Base):
    """One answer, with the numbers before and after it."""

    __tablename__ = "review_log"
    __table_args__ = (
        identity_fits("id"),
        *in_time("answered_ms"),
        one_of("answer", Answer),
        one_of("scheduler", SCHEDULERS),
        not_empty("mode"),
        *not_negative("tau_before_days", "tau_after_days", "interval_before_days", "interval_after_days"),
        *not_negative("elapsed_days", "duration_ms"),
        between("predicted_recall", 0, 1),
        STRICT,
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    memory_id: Mapped[str] = of_memory(index=True)
    answered_ms: Mapped[int] = mapped_column(index=True)
    answer: Mapped[Answer]
    scheduler: Mapped[str]
    mode: Mapped[str]
    tau_before_days: Mapped[float]
    tau_after_days: Mapped[float]
    interval_before_days: Mapped[float]
    interval_after_days: Mapped[float]
    elapsed_days: Mapped[float]
    predicted_recall: Mapped[float]
    duration_ms: Mapped[int | None]


class ParameterSetRow(Base):
    """A saved parameter set; its numbers as JSON, an endless half-life as ``Infinity``."""

    __tablename__ = "parameter_set"
    __table_args__ = (not_empty("name"), *in_time("saved_ms"), STRICT)

    name: Mapped[str] = mapped_column(primary_key=True)
    saved_ms: Mapped[int]
    numbers: Mapped[Mapping[str, Any]]


class JudgementRow(Base):
    """How well a memory answers a query, as a person sees it."""

    __tablename__ = "judgement"
    __table_args__ = (between("grade", 0, 3), *in_time("judged_ms"), not_empty("query"), COMPACT)

    query: Mapped[str] = mapped_column(primary_key=True)
    memory_id: Mapped[str] = of_memory(primary_key=True, index=True)
    grade: Mapped[int]
    judged_ms: Mapped[int]


class SavedSearchRow(Base):
    """A query worth keeping, by name, in the order of the sidebar."""

    __tablename__ = "saved_search"
    __table_args__ = (not_empty("name"), *not_negative("position"), STRICT)

    name: Mapped[str] = mapped_column(primary_key=True)
    query: Mapped[str]
    position: Mapped[int]


class ErrorLogRow(Base):
    """Something that went wrong, until someone resolves it."""

    __tablename__ = "error_log"
    __table_args__ = (*in_time("happened_ms", "resolved_ms"), STRICT)

    number: Mapped[int] = mapped_column(primary_key=True)
    happened_ms: Mapped[int]
    place: Mapped[str]
    sentence: Mapped[str]
    detail: Mapped[str]
    resolved_ms: Mapped[int | None]


class MetricRow(Base):
    """How long something took."""

    __tablename__ = "metric"
    __table_args__ = (not_empty("name"), *in_time("measured_ms"), sa.Index(None, "name", "measured_ms"), STRICT)

    number: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    measured_ms: Mapped[int]
    value: Mapped[float]


class ChangeRow(Base):
    """The change feed; triggers write it. Where older rows were pruned, the oldest says "reload"."""

    __tablename__ = "change"
    __table_args__ = (sa.CheckConstraint("kind IN ('insert', 'update', 'delete', 'reload')", name="kind_word"), STRICT)

    sequence: Mapped[int] = mapped_column(primary_key=True)
    table_name: Mapped[str]
    key: Mapped[str]
    kind: Mapped[str]


class MetaRow(Base):
    """Settings that belong to the store."""

    __tablename__ = "meta"
    __table_args__ = (not_empty("key"), COMPACT)

    key: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str]
