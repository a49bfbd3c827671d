"""The one door: memories, edits and their inverses, reviews, parameter sets, imports, and what others write."""

import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from memento_gui.domain.clock import DAY_MS, FixedClock
from memento_gui.domain.errors import InvalidMemory, InvalidParameter, StaleEdit, UnknownMemory, UnknownName
from memento_gui.domain.memory import Answer
from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.presets import BUILT_IN, M1
from memento_gui.model import edits
from memento_gui.model.library import Library

SAMPLES = Path(__file__).parent.parent / "data" / "samples"


def test_a_new_memory_is_there_after_the_store_was_closed(tmp_path: Path, clock: FixedClock) -> None:
    with Library.open(tmp_path / "memento.db", clock=clock) as first:
        written = first.remember(
            "Deploys go out on Tuesdays", type="semantic", tags=["deploy", "", "deploy"], importance=0.7
        )
    with Library.open(tmp_path / "memento.db", clock=clock) as again:
        assert again.get(written.id) == written
    assert (written.type, written.tags, written.importance, written.created_ms) == (
        "semantic",
        ("deploy",),
        0.7,
        clock.now_ms(),
    )


def test_the_strength_of_a_memory_is_suggested_when_it_is_not_given(library: Library) -> None:
    assert library.remember("Keys rotate yearly", tags=["security"]).strength == 2.0
    assert library.remember("Keys rotate yearly", tags=["security"], strength=0.4).strength == 0.4


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"mood": "good"}, "no field 'mood'"),
        ({"type": "dream"}, "working, episodic"),
        ({"importance": 2}, "importance"),
        ({"id": 5}, "id must be a text; given: 5"),
        ({"id": None}, "id must be a text"),
        ({"tags": 5}, "tags must be a list of texts; given: 5"),
        ({"tags": "abc"}, "tags must be a list of texts"),
        ({"tags": ["a", 7]}, "tags must be a list of texts"),
    ],
)
def test_a_field_that_cannot_be_is_refused_and_nothing_is_saved(
    library: Library, fields: dict[str, object], reason: str
) -> None:
    with pytest.raises(InvalidMemory, match=reason):
        library.remember("x", **fields)  # type: ignore[arg-type]
    assert library.ids() == []


def test_changed_words_keep_the_earlier_ones_and_undo_restores_every_field(library: Library, clock: FixedClock) -> None:
    written = library.remember("Deploys go out on Tuesdays", title="Deploys")
    clock.advance(days=1)
    back = library.apply(library.edit_of(written.id, content="Deploys go out on Thursdays", importance=0.9))
    edited = library.get(written.id)
    assert (edited.content, edited.importance, edited.revisions, edited.edits) == ("Deploys go out on Thursdays", 0.9, 1, 1)
    assert [revision.content for revision in library.revisions(written.id)] == ["Deploys go out on Tuesdays"]
    again = library.apply(back)
    assert library.get(written.id) == written
    assert library.revisions(written.id) == []
    library.apply(again)
    assert library.get(written.id) == edited


def test_two_deletes_in_a_row_can_both_be_undone(library: Library) -> None:
    first, second = library.remember("one"), library.remember("two")
    undo = [library.apply(edits.trash([memory], now_ms=library.clock.now_ms())) for memory in (first, second)]
    assert library.ids() == []
    for edit in reversed(undo):
        library.apply(edit)
    assert [library.get(first.id), library.get(second.id)] == [first, second]


def test_an_undo_that_someone_else_made_stale_is_refused_and_their_words_stay(tmp_path: Path, library: Library) -> None:
    memory = library.remember("one")
    back = library.apply(library.edit_of(memory.id, content="two"))
    with Library.open(library.path, clock=library.clock) as other:
        theirs = other.edit(memory.id, content="three")
    with pytest.raises(StaleEdit):
        library.apply(back)
    assert library.get(memory.id) == theirs


def test_what_another_process_writes_is_seen_through_the_change_feed(library: Library) -> None:
    library.remember("one")
    before, version = library.last_change(), library.data_version()
    assert len(library.features()) == 1
    with Library.open(library.path, clock=library.clock) as other:
        theirs = other.remember("two", tags=["theirs"])
    assert library.data_version() != version
    assert theirs.id in library.changes(before).ids
    assert list(library.features().ids)[-1] == theirs.id
    assert library.tag_counts() == {"theirs": 1}


def test_only_the_trash_can_be_purged_and_a_backup_comes_first(library: Library) -> None:
    memory = library.remember("one")
    with pytest.raises(InvalidMemory, match="in the trash"):
        library.purge(memory.id)
    library.forget(memory.id)
    backup = library.purge(memory.id)
    with pytest.raises(UnknownMemory):
        library.get(memory.id)
    with Library.open(backup, clock=library.clock) as kept:
        assert kept.get(memory.id).content == "one"


def test_use_is_counted_where_a_memory_is_used(library: Library, clock: FixedClock) -> None:
    memory = library.remember("one")
    clock.advance(days=2)
    library.viewed(memory.id)
    library.cited(memory.id)
    library.touch(memory.id, boost=True)
    used = library.get(memory.id)
    assert (used.views, used.cites, used.uses, used.last_used_ms) == (1, 1, 2, clock.now_ms())
    assert used.strength == pytest.approx(1.1)


def test_uses_counted_at_once_by_several_writers_are_all_counted(library: Library) -> None:
    ids = [library.remember(text).id for text in ("one", "two")]
    other = Library.open(library.path, clock=library.clock)
    with other, ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(writer.cited, *ids) for writer in (library, other) * 10]:
            done.result()
    assert [library.get(identity).cites for identity in ids] == [20, 20]
    with pytest.raises(UnknownMemory):
        library.cited("nobody")


@pytest.mark.parametrize("answer", list(Answer))
def test_an_answer_and_its_undo_leave_card_log_feedback_and_counters_as_they_were(demo: Library, answer: Answer) -> None:
    for card in demo.due(3) + [card for card in demo.reviews.queue().cards if card.is_new][:1]:
        before = _around(demo, card.memory.id)
        back = demo.apply(demo.reviews.answer_edit(card.memory, answer, duration_ms=4200))
        after = _around(demo, card.memory.id)
        assert after != before
        again = demo.apply(back)
        assert _around(demo, card.memory.id) == before
        demo.apply(again)
        assert _around(demo, card.memory.id) == after


def _around(library: Library, identity: str) -> tuple[object, ...]:
    store = library._store
    log = store.review_log(memory_id=identity)
    return (
        library.get(identity),
        store.review_state(identity),
        log,
        library.feedback(identity),
        library.reviews.queue().done,
    )


def test_each_answer_leads_where_its_button_says(demo: Library) -> None:
    card = demo.due(1)[0]
    outlook = demo.reviews.outlook(card)
    assert [outlook[answer].interval_days for answer in Answer] == sorted(o.interval_days for o in outlook.values())
    entry = demo.answer(card.memory.id, "helpful")
    assert entry.interval_after_days == outlook[Answer.HELPFUL].interval_days
    assert card.memory.id not in [other.memory.id for other in demo.reviews.queue().cards]


def test_a_buried_card_comes_back_the_next_day(demo: Library) -> None:
    card = demo.due(1)[0]
    demo.apply(demo.reviews.bury_edit(card.memory))
    assert card.memory.id not in [other.memory.id for other in demo.reviews.queue().cards]
    clock = demo.clock
    assert isinstance(clock, FixedClock)
    clock.advance(ms=DAY_MS)
    assert card.memory.id in [other.memory.id for other in demo.reviews.queue().cards]


def test_a_saved_set_is_active_after_a_restart_and_its_deletion_can_be_undone(tmp_path: Path, clock: FixedClock) -> None:
    mine = ParameterSet().with_value("recency.half_life.episodic", float("inf"))
    with Library.open(tmp_path / "memento.db", clock=clock) as first:
        assert first.parameter_sets.active_name() == "M1"
        first.parameter_sets.save("mine", mine)
    with Library.open(tmp_path / "memento.db", clock=clock) as again:
        assert (again.parameter_sets.active_name(), again.parameters()) == ("mine", mine)
        assert again.parameter_sets.read(again.parameter_sets.text("mine")) == (mine, [])
        back = again.apply(again.parameter_sets.save_edit("mine", None))
        assert again.parameter_sets.active_name() == "M1"
        again.apply(back)
        assert (again.parameter_sets.active_name(), again.parameters()) == ("mine", mine)


def test_a_built_in_set_is_never_overwritten(library: Library) -> None:
    with pytest.raises(UnknownName, match="M1"):
        library.parameter_sets.save("M1", ParameterSet())
    with pytest.raises(UnknownName, match="nothing"):
        library.parameter_sets.use("nothing")
    with pytest.raises(InvalidParameter):
        library.parameter_sets.read("[ranking]\nrelevance = 7\n")


@pytest.mark.parametrize(
    ("source", "added", "relations"), [("cortexgraph_jsonl", 64, 15), ("memento.db", 47, 4), ("cortexgraph_vault", 11, 0)]
)
def test_a_foreign_store_comes_in_whole_and_importing_it_again_adds_nothing(
    library: Library, source: str, added: int, relations: int
) -> None:
    report = library.import_(SAMPLES / source)
    assert (report.added, report.known, report.relations) == (added, 0, relations)
    before = [library.get(identity) for identity in library.ids()]
    again = library.import_(SAMPLES / source)
    assert (again.added, again.known, again.relations) == (0, added, 0)
    assert [library.get(identity) for identity in library.ids()] == before


def test_an_import_is_one_step_that_can_be_undone(library: Library) -> None:
    plan = library.import_plan(SAMPLES / "cortexgraph_jsonl")
    edit, report = plan.edit(), plan.report
    back = library.apply(edit)
    assert len(library.ids()) == report.added
    library.apply(back)
    assert len(library.features()) == 0


def test_a_session_is_given_the_memories_with_the_highest_context_score(demo: Library) -> None:
    entries = demo.session_context(20)
    assert [entry.score for entry in entries] == sorted((entry.score for entry in entries), reverse=True)
    best = entries[0]
    assert best.score.value == pytest.approx(0.5 * best.recency + 0.3 * best.revision + 0.2 * best.priority)


def test_an_active_set_with_a_value_out_of_bounds_leaves_the_store_usable(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with Library.open(path) as library:
        library.parameter_sets.save("mine", library.parameters().with_value("ranking.recency", 0.9))
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("UPDATE parameter_set SET numbers = ?", (json.dumps({"ranking": {"recency": 99}}),))
    with Library.open(path) as library:
        assert library.parameter_sets.active_name() == M1
        assert library.parameters() == BUILT_IN[M1]
        assert ("mine", False) in library.parameter_sets.names()
        with pytest.raises(InvalidParameter, match=r"ranking\.recency"):
            library.parameter_sets.use("mine")


def test_parameters_are_read_from_toml_and_from_cortexgraphs_settings(library: Library) -> None:
    assert library.parameter_sets.read("CORTEXGRAPH_PL_HALFLIFE_DAYS=7")[0].decay.half_life == 7.0
    assert library.parameter_sets.read("[decay]\nhalf_life = 8.0\n")[0].decay.half_life == 8.0
