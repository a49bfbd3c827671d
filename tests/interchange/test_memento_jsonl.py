"""Memento's own JSON Lines: nothing is lost on the way out and back, and what is odd is reported."""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.domain.memory import (
    FEEDBACK_EVENTS,
    Answer,
    Feedback,
    Memory,
    Relation,
    ReviewLogEntry,
    ReviewState,
    Revision,
)
from memento_gui.domain.parameters import SCHEDULERS
from memento_gui.interchange import Entry, detect, jsonl_lines, read
from tests.interchange.memories import COUNTS, IDS, JSON, SHARES, TEXT, TIMES, memories

NOW_MS = 1_796_040_000_000
DAYS = st.floats(0, 1e6)


@st.composite
def entries(draw: st.DrawFn) -> Entry:
    memory = draw(memories(draw(IDS)))
    identity = st.just(memory.id)
    days = dict.fromkeys(
        ("tau_before_days", "tau_after_days", "interval_before_days", "interval_after_days", "elapsed_days"), DAYS
    )
    return Entry(
        memory=memory,
        history=tuple(
            draw(
                st.lists(
                    st.builds(
                        Revision, memory_id=identity, number=st.integers(0, 50), title=TEXT, content=TEXT, replaced_ms=TIMES
                    ),
                    max_size=3,
                    unique_by=lambda revision: revision.number,
                )
            )
        ),
        feedback=tuple(
            draw(
                st.lists(
                    st.builds(
                        Feedback,
                        memory_id=identity,
                        event=st.sampled_from(FEEDBACK_EVENTS),
                        score=st.none() | st.floats(-1e6, 1e6),
                        created_ms=TIMES,
                    ),
                    max_size=2,
                )
            )
        ),
        card=draw(
            st.none()
            | st.builds(
                ReviewState,
                memory_id=identity,
                introduced_ms=TIMES,
                last_review_ms=st.none() | TIMES,
                due_ms=TIMES,
                tau_days=st.floats(0.1, 36_500),
                interval_days=DAYS,
                difficulty=st.none() | st.floats(1, 10),
                stability_days=st.none() | DAYS,
                reviews=COUNTS,
                lapses=COUNTS,
                suspended=st.booleans(),
                buried_until_ms=st.none() | TIMES,
            )
        ),
        answers=tuple(
            draw(
                st.lists(
                    st.builds(
                        ReviewLogEntry,
                        id=IDS,
                        memory_id=identity,
                        answered_ms=TIMES,
                        answer=st.sampled_from(Answer),
                        scheduler=st.sampled_from(SCHEDULERS),
                        mode=TEXT.filter(bool),
                        predicted_recall=SHARES,
                        duration_ms=st.none() | COUNTS,
                        **days,
                    ),
                    max_size=2,
                )
            )
        ),
    )


RELATIONS = st.builds(
    Relation,
    id=IDS,
    source_id=IDS,
    target_id=IDS,
    type=TEXT.filter(bool),
    strength=SHARES,
    created_ms=TIMES,
    extra=st.dictionaries(TEXT.filter(lambda name: name not in {*Relation.__slots__, "kind"}), JSON, max_size=2),
)


def written(folder: Path, *lines: str) -> Path:
    path = folder / "memories.jsonl"
    path.write_text("".join(lines), encoding="utf-8", newline="")
    return path


@given(
    st.lists(entries(), max_size=3, unique_by=lambda entry: entry.memory.id),
    st.lists(RELATIONS, max_size=2, unique_by=lambda relation: relation.id),
)
def test_what_is_written_is_read_back(kept: list[Entry], relations: list[Relation]) -> None:
    with TemporaryDirectory() as folder:
        path = written(Path(folder), *jsonl_lines(kept, relations))
        assert detect(path) == "memento-jsonl"
        found = read(path, now_ms=NOW_MS)
    assert found.problems == ()
    assert list(found.memories) == [entry.memory for entry in kept]
    assert list(found.relations) == relations
    assert list(found.history) == [revision for entry in kept for revision in entry.history]
    assert list(found.feedback) == [event for entry in kept for event in entry.feedback]
    assert list(found.cards) == [entry.card for entry in kept if entry.card is not None]
    assert list(found.answers) == [answer for entry in kept for answer in entry.answers]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"kind":"memory","id":"b"}', "the content is nothing, not text"),
        ('{"kind":"memory","content":"x"}', "it has no id"),
        ('{"kind":"relation","id":"r","source_id":"a"}', "does not name both its ends"),
        ('{"kind":"song","id":"s"}', "neither a memory nor a relation"),
        ('{"kind":"memory","id":"a","content":"again"}', "a stands in the file already"),
        ('{"kind":"memory","id":"b","content":', "broken at character"),
    ],
)
def test_a_line_that_cannot_be_used_is_reported_and_the_rest_comes_in(tmp_path: Path, line: str, said: str) -> None:
    first = '{"kind":"memory","id":"a","content":"kept"}'
    last = '{"kind":"memory","id":"c","content":"kept too"}'
    found = read(written(tmp_path, '{"memento":1}\n', f"{first}\n{line}\n{last}\n"), now_ms=NOW_MS)
    assert [memory.content for memory in found.memories] == ["kept", "kept too"]
    (problem,) = found.problems
    assert problem.place == "memories.jsonl, line 3"
    assert said in problem.what


def test_what_is_odd_is_mended_and_kept_in_extra(tmp_path: Path) -> None:
    line = '{"kind":"memory","id":"a","content":"x","importance":7,"created_ms":"soon","colour":"red"}\n'
    found = read(written(tmp_path, line), now_ms=NOW_MS)
    (memory,) = found.memories
    plain = Memory(id="a", content="x", importance=1.0, created_ms=NOW_MS, updated_ms=NOW_MS)
    assert replace(memory, extra={}) == plain
    assert memory.extra == {"importance": 7, "created_ms": "soon", "colour": "red"}
    assert len(found.problems) == 2


def test_a_newer_version_is_noted(tmp_path: Path) -> None:
    found = read(written(tmp_path, '{"memento":2}\n', '{"kind":"memory","id":"a","content":"x"}\n'), now_ms=NOW_MS)
    assert len(found.memories) == 1
    assert any("newer version" in note for note in found.notes)


def test_a_field_whose_name_cannot_be_kept_is_left_out(tmp_path: Path) -> None:
    found = read(written(tmp_path, '{"kind":"memory","id":"a","content":"x","created_ms":0,"\\ud800":1}\n'), now_ms=NOW_MS)
    assert [memory.extra for memory in found.memories] == [{}]
    assert "half a character" in found.problems[0].what
