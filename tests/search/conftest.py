"""Memories as filters and candidate generation see them, made from plain values."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from memento_gui.domain.clock import DAY_MS
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.memory import CATEGORIES, SCOPES, STATUSES, TYPES, Memory
from memento_gui.domain.parameters import RelevanceParameters
from memento_gui.domain.texts import Text
from memento_gui.search.query import Known
from memento_gui.search.text_index import TextIndex

NOW_MS = 1_796_040_000_000


def text_of(memory: Memory) -> Text:
    return Text(memory.title, memory.content, memory.tags)


def table_of(memories: Sequence[Memory]) -> FeatureTable:
    def column(kind: Any, value: Callable[[Memory], Any]) -> Any:
        return np.array([value(memory) for memory in memories], dtype=kind)

    def vocabulary(name: str) -> tuple[str, ...]:
        return ("", *sorted({getattr(memory, name) for memory in memories} - {""}))

    names = {f"{name}s": vocabulary(name) for name in ("project", "source", "user")}
    episodes = sorted({(m.source, m.project, m.session) for m in memories} - {("", "", "")})
    return FeatureTable(
        ids=column(object, lambda m: m.id),
        ordinal=column(np.int64, lambda m: m.ordinal),
        type=column(np.uint8, lambda m: TYPES.index(m.type)),
        category=column(np.uint8, lambda m: CATEGORIES.index(m.category)),
        scope=column(np.uint8, lambda m: SCOPES.index(m.scope)),
        status=column(np.uint8, lambda m: STATUSES.index(m.status)),
        created_ms=column(np.int64, lambda m: m.created_ms),
        updated_ms=column(np.int64, lambda m: m.updated_ms),
        last_used_ms=column(np.int64, lambda m: m.created_ms if m.last_used_ms is None else m.last_used_ms),
        importance=column(np.float64, lambda m: m.importance),
        strength=column(np.float64, lambda m: m.strength),
        pinned=column(np.bool_, lambda m: m.pinned),
        trashed=column(np.bool_, lambda m: m.in_trash),
        views=column(np.int64, lambda m: m.views),
        cites=column(np.int64, lambda m: m.cites),
        edits=column(np.int64, lambda m: m.edits),
        uses=column(np.int64, lambda m: m.uses),
        revisions=column(np.int64, lambda m: m.revisions),
        length=column(np.int64, lambda m: len(m.content)),
        duplicates=column(np.int64, lambda m: m.extra.get("duplicates", -1)),
        episode=column(
            np.int64,
            lambda m: episodes.index(key) if (key := (m.source, m.project, m.session)) != ("", "", "") else -1,
        ),
        project=column(np.int64, lambda m: names["projects"].index(m.project)),
        source=column(np.int64, lambda m: names["sources"].index(m.source)),
        user=column(np.int64, lambda m: names["users"].index(m.user)),
        **names,
    )


@pytest.fixture(scope="session")
def memory_of() -> Callable[..., Memory]:
    """Make a memory; ``age_days`` gives its times, ``trashed`` puts it in the trash."""
    numbers = iter(range(1_000_000))

    def make(content: str, *, age_days: float = 10.0, trashed: bool = False, **given: Any) -> Memory:
        ordinal = given.pop("ordinal", None) or next(numbers)
        created = given.pop("created_ms", NOW_MS - round(age_days * DAY_MS))
        given = {"id": f"m{ordinal:06}", "updated_ms": created, "deleted_ms": NOW_MS if trashed else None} | given
        return Memory(content=content, created_ms=created, ordinal=ordinal, **given)

    return make


@pytest.fixture(scope="session")
def known_of() -> Callable[..., Known]:
    """Make what filters look at; with ``indexed`` the text index answers for words."""

    def make(memories: Sequence[Memory], *, indexed: bool = True, **given: Any) -> Known:
        by_id = {memory.id: memory for memory in memories}
        index = TextIndex(RelevanceParameters())
        index.build((memory.ordinal, text_of(memory)) for memory in memories)
        return Known(
            table=table_of(memories),
            tags={memory.id: memory.tags for memory in memories if memory.tags},
            texts=lambda ids: {identity: text_of(by_id[identity]) for identity in ids if identity in by_id},
            index=index if indexed else None,
            now_ms=NOW_MS,
            **given,
        )

    return make
