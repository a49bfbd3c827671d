"""What the store knows of when memories were used."""

from pathlib import Path

import pytest

from memento_gui.domain.clock import DAY_MS, FixedClock
from memento_gui.domain.memory import Feedback, Memory
from memento_gui.domain.parameters import ParameterSet
from memento_gui.model.edits import AddMemories
from memento_gui.model.library import Library

DECAY = ParameterSet().decay


def test_known_uses_are_found_and_the_others_counted(tmp_path: Path, clock: FixedClock) -> None:
    now = clock.now_ms()

    def ago(days: float) -> int:
        return now - round(days * DAY_MS)

    memories = (
        Memory(id="fresh", content="a", created_ms=ago(9), updated_ms=ago(9)),
        Memory(id="used", content="b", created_ms=ago(90), updated_ms=ago(90), uses=4, last_used_ms=ago(2), strength=1.5),
        Memory(id="late", content="c", created_ms=ago(50), updated_ms=ago(50), uses=1, last_used_ms=ago(7)),
    )
    feedback = (
        Feedback(memory_id="used", event="used", created_ms=ago(30)),
        Feedback(memory_id="used", event="helpful", created_ms=ago(20)),
        Feedback(memory_id="used", event="not_helpful", created_ms=ago(10)),
        Feedback(memory_id="late", event="used", created_ms=ago(40)),
    )
    with Library.open(tmp_path / "memento.db", clock=clock, embedder=None) as library:
        library.apply(AddMemories(label="Add", memories=memories, feedback=feedback))
        found = library.lives.of(["used", "gone", "fresh", "late"], DECAY)
    assert found.ids == ("used", "fresh", "late")
    assert found.undated == (1, 0, 0)
    starts = [found.lives.start[found.lives.memory == memory].tolist() for memory in range(3)]
    assert starts[0] == pytest.approx([-90.0, -30.0, -20.0, -2.0])
    assert starts[1] == pytest.approx([-9.0])
    assert starts[2] == pytest.approx([-50.0, -7.0])  # one use: the last one is known best
    assert found.lives.uses.tolist() == [0, 1, 2, 4, 0, 0, 1]
    assert found.lives.strength.tolist() == [1.5, 1.0, 1.0]


def test_a_review_answer_is_a_use(demo: Library) -> None:
    entry = next(entry for entry in reversed(demo.reviews.log()) if entry.answer.value in ("ok", "helpful"))
    found = demo.lives.of([entry.memory_id], DECAY)
    days = (entry.answered_ms - found.now_ms) / DAY_MS
    memory = demo.get(entry.memory_id)
    if memory.last_used_ms is not None and entry.answered_ms <= memory.last_used_ms and memory.uses:
        assert min(abs(found.lives.start - days)) < 1e-6
    assert len(found.lives.start) == memory.uses + 1 - found.undated[0]
