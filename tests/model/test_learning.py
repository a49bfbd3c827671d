"""Learning through a real store: judgements on its own searches lead to the taste behind them."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from memento_gui.domain.clock import DAY_MS, FixedClock
from memento_gui.domain.memory import Memory
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.learning.ranking import FEWEST_QUERIES, Verdict
from memento_gui.model.edits import AddMemories
from memento_gui.model.library import Library

TASTE = ParameterSet().with_values({"ranking.relevance": 0.3, "ranking.recency": 0.0, "ranking.importance": 0.7})
WORDS = ("harbour", "kettle", "violin", "quartz", "meadow", "lantern", "saddle", "copper", "orchid", "thunder", "velvet")


@pytest.fixture
def library(tmp_path: Path, clock: FixedClock) -> Iterator[Library]:
    rng = np.random.default_rng(4)
    now = clock.now_ms()
    memories = tuple(
        Memory(
            id=f"m{n:03d}",
            content=" ".join(rng.choice(WORDS, 5)),
            importance=float(rng.choice([0.1, 0.4, 0.7, 1.0])),
            created_ms=now - int(rng.integers(0, 200)) * DAY_MS,
            updated_ms=now,
        )
        for n in range(160)
    )
    with Library.open(tmp_path / "memento.db", clock=clock) as opened:
        opened.apply(AddMemories(label="Add", memories=memories))
        yield opened


def judge(library: Library, queries: int) -> None:
    pairs = [f"{one} {two}" for at, one in enumerate(WORDS) for two in WORDS[at + 1 :]]
    for query in pairs[:queries]:
        for place, identity in enumerate(library.search(query, parameters=TASTE).ids[:4]):
            library.judging.rate(query, identity, max(3 - place, 1))


def test_what_was_judged_is_learned_and_nothing_is_written(library: Library) -> None:
    judge(library, 30)
    heard: list[str] = []
    lesson = library.learning.ranking(ParameterSet(), lambda _done, _total, note: heard.append(note))
    assert lesson.verdict is Verdict.BETTER
    assert len(lesson.queries) == library.learning.count() == 30
    assert lesson.differences is not None
    assert lesson.differences["ndcg"].new > 0.95
    before = library.judging.quality(ParameterSet()).ndcg
    assert lesson.differences["ndcg"].old == pytest.approx(before)
    assert library.judging.quality(lesson.parameters).ndcg > before + 0.05
    assert library.parameters() == ParameterSet()
    assert heard[0] == "searching"
    assert "by words alone" in lesson.reason


def test_without_enough_judgements_the_numbers_are_kept(library: Library) -> None:
    for queries in (0, FEWEST_QUERIES - 1):
        judge(library, queries)
        lesson = library.learning.ranking(ParameterSet(), lambda *_: None)
        assert lesson.verdict is Verdict.TOO_FEW
        assert lesson.parameters == ParameterSet()
