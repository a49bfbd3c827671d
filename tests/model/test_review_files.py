"""Review logs and Anki decks as files."""

import csv
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memento_gui.domain.clock import FixedClock
from memento_gui.domain.errors import ExportFailed, UnreadableSource
from memento_gui.domain.memory import Answer
from memento_gui.domain.review_rules import ReviewRules
from memento_gui.model.library import Library
from memento_gui.model.reviews.files import export_anki, export_log, import_log_edit

NOW_MS = 1_796_040_000_000


def test_a_log_comes_back_whole_into_a_copy_and_only_once(demo: Library, tmp_path: Path, clock: FixedClock) -> None:
    path = tmp_path / "revlog.csv"
    count = export_log(demo.reviews, path)
    log, states = demo.reviews.log(), dict(demo.reviews.deck().states)
    assert count == len(log) > 100
    with demo._store.transaction() as writer:
        for entry in log:
            writer.remove_log(entry.id)
        for identity in states:
            writer.remove_review_state(identity)
    found = import_log_edit(demo.reviews, demo.features(), path)
    assert (found.added, found.known, found.foreign, found.odd) == (count, 0, 0, 0)
    assert found.edit is not None
    back = demo.apply(found.edit)
    assert demo.reviews.log() == log
    led = demo.reviews.deck().states
    reviewed = {i: state for i, state in states.items() if state.reviews}
    assert {i: (s.last_review_ms, s.reviews, s.lapses) for i, s in led.items()} == {
        i: (s.last_review_ms, s.reviews, s.lapses) for i, s in reviewed.items()
    }
    assert {i: s.tau_days for i, s in led.items()} == pytest.approx({i: s.tau_days for i, s in reviewed.items()})
    again = import_log_edit(demo.reviews, demo.features(), path)
    assert (again.edit, again.added, again.known) == (None, 0, count)
    demo.apply(back)
    assert demo.reviews.log() == []
    assert not demo.reviews.deck().states


def test_the_columns_are_those_that_the_fsrs_optimizer_reads(demo: Library, tmp_path: Path) -> None:
    path = tmp_path / "revlog.csv"
    export_log(demo.reviews, path)
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    first = rows[0]
    assert {"card_id", "review_time", "review_rating", "review_state", "review_duration"} <= first.keys()
    assert first["next_day_starts_at"] == "4"
    assert first["timezone"]
    assert first["review_state"] == "0"
    assert {int(row["review_rating"]) for row in rows} <= {1, 2, 3, 4}


def test_a_log_of_another_program_is_replayed(demo: Library, tmp_path: Path) -> None:
    memory = next(i for i in demo.ids() if i not in demo.reviews.deck().states)
    now = demo.clock.now_ms()
    lines = [f"{memory},{now - 9 * 86_400_000},3,0,4000", f"{memory},{now - 86_400_000},1,2,", "nobody,5,3,0,1", "x,y,z,,"]
    path = tmp_path / "other.csv"
    path.write_text("\n".join(["card_id,review_time,review_rating,review_state,review_duration", *lines]), encoding="utf-8")
    found = import_log_edit(demo.reviews, demo.features(), path)
    assert (found.added, found.foreign, found.odd) == (2, 1, 1)
    assert "memories that are not here" in found.sentence
    assert found.edit is not None
    demo.apply(found.edit)
    state = demo.reviews.deck().states[memory]
    assert (state.reviews, state.lapses, state.last_review_ms) == (2, 1, now - 86_400_000)


GIVEN = st.lists(st.tuples(st.integers(0, 3), st.sampled_from([*Answer]), st.floats(0.01, 40)), min_size=1, max_size=12)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(given_answers=GIVEN, here=st.integers(0, 12))
def test_importing_foreign_answers_leads_where_giving_them_would(
    tmp_path_factory: pytest.TempPathFactory, given_answers: list[tuple[int, Answer, float]], here: int
) -> None:
    """The first answers are given in both stores, the rest in one; the other reads them without Memento's own."""
    folder, clock = tmp_path_factory.mktemp("replay"), FixedClock(NOW_MS)
    with Library.open(folder / "given.db", clock=clock) as library:
        ids = []
        for n, kind in enumerate(("semantic", "procedural", "working", "episodic")):
            memory = library.remember(f"memory {n}", type=kind, importance=0.2 + 0.2 * n, pinned=n == 3)
            ids.append(memory.id)
            for _ in range(n):
                library.cited(memory.id)
        library.apply(library.reviews.rules_edit(ReviewRules(schedulers={"procedural": "fsrs", "working": "preset"})))
        for number, answer, wait in given_answers[:here]:
            library.answer(ids[number], answer.value)
            clock.advance(days=wait)
    shutil.copyfile(folder / "given.db", folder / "read.db")
    with Library.open(folder / "given.db", clock=clock) as library:
        for number, answer, wait in given_answers[here:]:
            library.answer(ids[number], answer.value)
            clock.advance(days=wait)
        export_log(library.reviews, folder / "log.csv")
        states, log = dict(library.reviews.deck().states), library.reviews.log()
    rows = [row[:5] for row in csv.reader((folder / "log.csv").read_text(encoding="utf-8").splitlines())]
    with (folder / "foreign.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    with Library.open(folder / "read.db", clock=clock) as library:
        found = import_log_edit(library.reviews, library.features(), folder / "foreign.csv")
        if found.edit is not None:
            library.apply(found.edit)
        assert library.reviews.deck().states == states
        assert [replace(entry, id="") for entry in library.reviews.log()] == [replace(entry, id="") for entry in log]


@pytest.mark.parametrize(("bad", "tags"), [(7, ("kept",)), (8, ("kept", "leech"))])
def test_imported_answers_make_a_leech_of_what_is_bad_eight_times_until_the_import_is_undone(
    tmp_path: Path, clock: FixedClock, bad: int, tags: tuple[str, ...]
) -> None:
    with Library.open(tmp_path / "memento.db", clock=clock) as library:
        memory = library.remember("Never remembered", tags=["kept"])
        answered = [f"{memory.id},{clock.now_ms() - n * 86_400_000},1,2,4000" for n in range(bad)]
        path = tmp_path / "other.csv"
        head = "card_id,review_time,review_rating,review_state,review_duration"
        path.write_text("\n".join([head, *answered]), encoding="utf-8")
        found = import_log_edit(library.reviews, library.features(), path)
        assert found.edit is not None
        back = library.apply(found.edit)
        assert library.get(memory.id).tags == tags
        library.apply(back)
        assert library.get(memory.id).tags == ("kept",)


@pytest.mark.parametrize("content", [b"a,b\n1,2\n", b"\xff\xfe\x00garbage", b""])
def test_what_is_no_log_is_refused(demo: Library, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "odd.csv"
    path.write_bytes(content)
    with pytest.raises(UnreadableSource, match="Nothing was imported"):
        import_log_edit(demo.reviews, demo.features(), path)


def test_a_file_that_cannot_be_written_is_said(demo: Library, tmp_path: Path) -> None:
    with pytest.raises(ExportFailed, match="choose another place"):
        export_log(demo.reviews, tmp_path / "no folder" / "revlog.csv")


def test_anki_opens_the_deck(demo: Library, tmp_path: Path) -> None:
    pytest.importorskip("genanki")
    collection = pytest.importorskip("anki.collection")
    memories = demo.get_many(demo.ids())[:20]
    path = tmp_path / "memento.apkg"
    assert export_anki(memories, path) == 20
    opened = collection.Collection(str(tmp_path / "anki.anki2"))
    try:
        options = collection.ImportAnkiPackageOptions()
        opened.import_anki_package(collection.ImportAnkiPackageRequest(package_path=str(path), options=options))
        notes = [opened.get_note(note) for note in opened.find_notes("")]
        assert len(notes) == 20
        assert {note["Memory"] for note in notes} == {memory.id for memory in memories}
    finally:
        opened.close()
