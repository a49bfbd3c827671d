"""What surrounds a memory: kept, given back in order, and taken back exactly once."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from memento_gui.domain.errors import InvalidMemory, MementoError, StaleEdit, StoreError, UnknownMemory
from memento_gui.domain.memory import Answer, Feedback, Memory, Relation, ReviewLogEntry, ReviewState, Revision
from memento_gui.store import Judgement, Store, Writer
from memento_gui.store.bounds import LAST_MS

Make = Callable[..., Memory]

REVISION = Revision(memory_id="a", number=1, title="T", content="old words", replaced_ms=5)
RELATION = Relation(id="r/1", source_id="a", target_id="b", type="supports", strength=0.5, created_ms=3, extra={"k": [1]})
FEEDBACK = Feedback(memory_id="a", event="helpful", score=0.5, created_ms=4)
STATE = ReviewState(
    memory_id="a",
    introduced_ms=1,
    last_review_ms=2,
    due_ms=3,
    tau_days=2.5,
    interval_days=1.25,
    difficulty=5.0,
    stability_days=3.5,
    reviews=4,
    lapses=1,
    suspended=True,
    buried_until_ms=9,
)
ENTRY = ReviewLogEntry(
    id="log-1",
    memory_id="a",
    answered_ms=10,
    answer=Answer.HARD,
    scheduler="fsrs",
    mode="rehearse",
    tau_before_days=1.0,
    tau_after_days=2.0,
    interval_before_days=1.5,
    interval_after_days=2.5,
    elapsed_days=0.5,
    predicted_recall=0.75,
    duration_ms=1_200,
)
JUDGEMENT = Judgement(query="when do we deploy", memory_id="a", grade=2, judged_ms=8)


def write(store: Store, *deeds: Callable[[Writer], object]) -> None:
    with store.transaction() as writer:
        for deed in deeds:
            deed(writer)


def refused(store: Store, error: type[MementoError], deed: Callable[[Writer], object], said: str = ".") -> None:
    """The deed raises, and whatever else its transaction did is undone."""
    last = store.last_change()
    with pytest.raises(error, match=said):
        write(store, lambda writer: writer.add_counts("b", views=1), deed)
    assert store.last_change() == last


def test_revisions_come_back_oldest_first_and_can_be_dropped(filled: Store) -> None:
    second = replace(REVISION, number=2, content="newer words")
    write(filled, lambda writer: writer.add_revision(second), lambda writer: writer.add_revision(REVISION))
    assert filled.revisions("a") == [REVISION, second]
    assert filled.revisions("b") == []
    refused(filled, StoreError, lambda writer: writer.add_revision(replace(REVISION, content="else")), "already")
    refused(
        filled, UnknownMemory, lambda writer: writer.add_revision(replace(REVISION, memory_id="nobody")), "does not exist"
    )
    refused(filled, InvalidMemory, lambda writer: writer.add_revision(replace(REVISION, number=3, content="\0")), "NUL")
    write(filled, lambda writer: writer.remove_revision("a", 1))
    assert filled.revisions("a") == [second]
    refused(filled, StaleEdit, lambda writer: writer.remove_revision("a", 1), "earlier text is not there any more")


def test_relations_are_found_from_both_ends(filled: Store) -> None:
    back = replace(RELATION, id="r/2", source_id="c", target_id="a", created_ms=1, extra={})
    dangling = replace(RELATION, id="r/3", source_id="ghost", target_id="phantom", created_ms=2)
    write(filled, lambda writer: writer.add_relations([RELATION, back, dangling]))
    assert filled.relations("a") == [back, RELATION]
    assert filled.relations("b") == [RELATION]
    assert filled.relations("ghost") == [dangling]
    assert filled.every_relation() == [back, dangling, RELATION]
    refused(filled, StoreError, lambda writer: writer.add_relations([RELATION]), "already")
    refused(filled, InvalidMemory, lambda writer: writer.add_relations([replace(RELATION, id="")]), "1 to 512")
    refused(
        filled,
        InvalidMemory,
        lambda writer: writer.add_relations([replace(RELATION, id="x", type="\ud800")]),
        "type of the link",
    )
    refused(filled, InvalidMemory, lambda writer: writer.add_relations([replace(RELATION, id="x", strength=-1.0)]))
    write(filled, lambda writer: writer.add_relations([]), lambda writer: writer.remove_relations(["r/1", "r/3"]))
    assert filled.every_relation() == [back]
    refused(filled, StaleEdit, lambda writer: writer.remove_relations(["r/2", "r/1"]), "link is not there")
    assert filled.every_relation() == [back]


def test_feedback_is_taken_back_one_at_a_time(filled: Store) -> None:
    other = replace(FEEDBACK, event="used", score=None, created_ms=2)
    write(filled, lambda writer: writer.add_feedback(FEEDBACK, other, FEEDBACK))
    assert filled.feedback("a") == [other, FEEDBACK, FEEDBACK]
    write(filled, lambda writer: writer.remove_feedback(FEEDBACK))
    assert filled.feedback("a") == [other, FEEDBACK]
    write(filled, lambda writer: writer.add_feedback(), lambda writer: writer.remove_feedback(other))
    assert filled.feedback("a") == [FEEDBACK]
    refused(filled, StaleEdit, lambda writer: writer.remove_feedback(other), "feedback is not there")
    refused(filled, InvalidMemory, lambda writer: writer.add_feedback(replace(FEEDBACK, event="loved")), "feedback_event")
    refused(filled, UnknownMemory, lambda writer: writer.add_feedback(replace(FEEDBACK, memory_id="nobody")))


def test_a_card_is_put_changed_and_removed(filled: Store) -> None:
    assert filled.review_state("a") is None
    write(filled, lambda writer: writer.put_review_state(STATE))
    assert filled.review_state("a") == STATE
    plain = ReviewState(memory_id="b", introduced_ms=1, due_ms=1, tau_days=0.1, interval_days=0.0)
    moved = replace(STATE, due_ms=50, suspended=False, buried_until_ms=None, difficulty=None)
    write(filled, lambda writer: writer.put_review_state(plain), lambda writer: writer.put_review_state(moved))
    assert filled.review_states() == [plain, moved]
    write(filled, lambda writer: writer.remove_review_state("a"))
    assert filled.review_states() == [plain]
    refused(filled, StaleEdit, lambda writer: writer.remove_review_state("a"), "card is not there")
    refused(filled, UnknownMemory, lambda writer: writer.put_review_state(replace(STATE, memory_id="nobody")))


@pytest.mark.parametrize(
    "bad",
    [
        {"tau_days": 0.0},
        {"tau_days": 36_501.0},
        {"tau_days": float("nan")},
        {"interval_days": -1.0},
        {"interval_days": float("inf")},
        {"difficulty": 10.5},
        {"stability_days": -0.1},
        {"reviews": -1},
        {"reviews": 2**64},
        {"due_ms": LAST_MS + 1},
    ],
)
def test_a_card_out_of_bounds_is_refused(filled: Store, bad: dict[str, Any]) -> None:
    refused(filled, InvalidMemory, lambda writer: writer.put_review_state(replace(STATE, **bad)), "Nothing was changed")
    assert filled.review_states() == []


def test_the_log_is_kept_in_order_and_can_be_taken_back(filled: Store) -> None:
    later = replace(ENTRY, id="log-0", memory_id="b", answered_ms=20, answer=Answer.HELPFUL, duration_ms=None)
    write(filled, lambda writer: writer.add_log(later), lambda writer: writer.add_log(ENTRY))
    assert filled.review_log() == [ENTRY, later]
    assert filled.review_log(memory_id="b") == [later]
    assert filled.review_log(since_ms=11) == [later]
    assert filled.review_log(since_ms=10, memory_id="a") == [ENTRY]
    assert filled.review_log()[0].answer is Answer.HARD
    refused(filled, StoreError, lambda writer: writer.add_log(ENTRY), "already")
    refused(filled, InvalidMemory, lambda writer: writer.add_log(replace(ENTRY, id="x", predicted_recall=1.5)))
    refused(filled, InvalidMemory, lambda writer: writer.add_log(replace(ENTRY, id="x", scheduler="tarot")))
    write(filled, lambda writer: writer.remove_log("log-1"))
    assert filled.review_log() == [later]
    refused(filled, StaleEdit, lambda writer: writer.remove_log("log-1"), "answer is not there")


def test_a_judgement_replaces_the_earlier_one(filled: Store) -> None:
    others = [replace(JUDGEMENT, memory_id="b", grade=3), replace(JUDGEMENT, query="another", memory_id="c", grade=0)]
    for judgement in (JUDGEMENT, *others):
        write(filled, lambda writer, judgement=judgement: writer.put_judgement(judgement))  # type: ignore[misc]
    assert filled.judgements(JUDGEMENT.query) == [others[0], JUDGEMENT]
    assert filled.judgements() == [others[1], others[0], JUDGEMENT]
    better = replace(JUDGEMENT, grade=3, judged_ms=9)
    write(filled, lambda writer: writer.put_judgement(better))
    assert filled.judgements(JUDGEMENT.query) == [better, others[0]]
    for bad in ({"grade": 4}, {"grade": -1}, {"query": ""}, {"query": "\0"}):
        refused(filled, InvalidMemory, lambda writer, bad=bad: writer.put_judgement(replace(JUDGEMENT, **bad)))  # type: ignore[misc]
    refused(filled, UnknownMemory, lambda writer: writer.put_judgement(replace(JUDGEMENT, memory_id="nobody")))
    write(filled, lambda writer: writer.remove_judgement(JUDGEMENT.query, "a"))
    refused(filled, StaleEdit, lambda writer: writer.remove_judgement(JUDGEMENT.query, "a"), "judgement is not there")
