"""Imports compared with the store: what is new, what is here, what differs, what repeats, and stopping all of it."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.errors import Cancelled
from memento_gui.interchange.imported import FORMAT_NAMES, FORMATS
from memento_gui.model.library import Library
from memento_gui.model.values import ImportReport

SAMPLES = Path(__file__).parent.parent / "data" / "samples"


class Stopping:
    """Stops a change at a certain number of memories, or at its very end."""

    def __init__(self, *, at: int) -> None:
        self.at = at
        self.heard: list[tuple[int, int]] = []

    def report(self, done: int, total: int, /) -> None:
        """Hear how far it is."""
        self.heard.append((done, total))
        if 0 <= self.at <= done:
            raise Cancelled("Stopped.")

    def keep(self) -> None:
        """Hear that it is about to hold."""
        if self.at < 0:
            raise Cancelled("Stopped.")


def table(path: Path, *rows: Mapping[str, object]) -> Path:
    lines = [{"memento": 1}, *({"kind": "memory", "created_ms": 1, "updated_ms": 1, **row} for row in rows)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return path


def test_what_differs_is_said_left_alone_and_taken_over_only_when_asked(library: Library, tmp_path: Path) -> None:
    source = table(
        tmp_path / "a.jsonl",
        {"id": "same", "content": "alike", "tags": ["x", "y"]},
        {"id": "words", "content": "new words", "title": "New"},
        {"id": "tags", "content": "tagged", "tags": ["new"]},
        {"id": "trashed", "content": "other"},
    )
    for identity, content, tags in (("same", "alike", ["y", "x"]), ("words", "old words", []), ("tags", "tagged", ["old"])):
        library.remember(content, id=identity, tags=tags)
    library.remember("gone", id="trashed")
    library.forget("trashed")
    plan = library.import_plan(source)
    assert (plan.report.added, plan.report.known, plan.report.differing) == (0, 4, 2)
    assert "Here with other title and content: old words" in plan.report.notes
    assert "Here with other tags: tagged" in plan.report.notes
    assert "2 of them with other words or tags" in plan.report.forecast
    assert not library.import_(source).updated
    assert library.get("words").content == "old words"
    before = [library.get(identity) for identity in library.ids()]
    report = library.import_(source, update=True)
    assert (report.updated, report.brings) == (2, True)
    assert (library.get("words").content, library.get("words").title) == ("new words", "New")
    assert [revision.content for revision in library.revisions("words")] == ["old words"]
    assert library.get("tags").tags == ("new",)
    assert library.import_plan(source).report.differing == 0
    library.edit("words", content="old words")
    inverse = library.apply(library.import_plan(source).edit(update=True))
    library.apply(inverse)
    assert library.get("words").content == "old words"
    assert library.get("same") == before[0]


def test_new_memories_with_words_that_are_here_are_counted_and_added_with_their_tags(
    library: Library, tmp_path: Path
) -> None:
    library.remember("said before", tags=["old"])
    source = table(
        tmp_path / "a.jsonl", {"id": "n", "content": "said before\n", "tags": ["new"]}, {"id": "o", "content": "else"}
    )
    report = library.import_(source)
    assert report.added == 2
    assert any("very words of one that is here: 1." in note for note in report.notes)
    assert library.get("n").tags == ("new",)


@pytest.mark.parametrize("name", ["cortexgraph_jsonl", "cortexgraph_vault", "memento.db"])
def test_a_sample_that_was_imported_brings_nothing_and_differs_in_nothing(library: Library, name: str) -> None:
    library.import_(SAMPLES / name)
    report = library.import_plan(SAMPLES / name).report
    assert (report.added, report.relations, report.differing) == (0, 0, 0)
    assert not report.brings


def test_records_are_counted_while_they_are_read(library: Library, tmp_path: Path) -> None:
    source = table(tmp_path / "a.jsonl", *({"id": str(number), "content": f"text {number}"} for number in range(1_200)))
    heard: list[int] = []
    library.import_plan(source, told=heard.append)
    assert heard == [500, 1_000]
    token = CancelToken()
    with pytest.raises(Cancelled):
        library.import_plan(source, told=lambda _read: token.cancel(), cancel=token)


@pytest.mark.parametrize("at", [1_000, 2_000, 2_500, -1])
def test_an_edit_of_many_memories_that_is_stopped_leaves_nothing(library: Library, tmp_path: Path, at: int) -> None:
    source = table(tmp_path / "a.jsonl", *({"id": str(number), "content": f"text {number}"} for number in range(2_500)))
    edit, last = library.import_plan(source).edit(), library.last_change()
    with pytest.raises(Cancelled):
        library.apply(edit, watch=Stopping(at=at))
    assert library.ids() == []
    assert library.last_change() == last
    inverse = library.apply(edit)
    assert len(library.ids()) == 2_500
    assert [library.get(i).content for i in library.ids()[:2]] == ["text 0", "text 1"]
    with pytest.raises(Cancelled):
        library.apply(inverse, watch=Stopping(at=1_000))
    assert len(library.ids()) == 2_500


def test_progress_is_told_up_to_the_whole(library: Library, tmp_path: Path) -> None:
    source = table(tmp_path / "a.jsonl", *({"id": str(number), "content": f"text {number}"} for number in range(2_500)))
    stopping = Stopping(at=10_000)
    library.apply(library.import_plan(source).edit(), watch=stopping)
    assert stopping.heard == [(1_000, 2_500), (2_000, 2_500), (2_500, 2_500)]


def _report(*, added: int = 0, known: int = 0, relations: int = 0, differing: int = 0) -> ImportReport:
    return ImportReport(
        source="notes",
        format="cortexgraph-vault",
        added=added,
        known=known,
        relations=relations,
        differing=differing,
    )


def test_an_import_of_one_is_told_in_the_singular() -> None:
    report = _report(added=1, known=1, relations=1)
    assert report.forecast == (
        "Read as CortexGraph notes: 1 memory to add, 1 relation to add, 1 here already and left as it is. "
        "Nothing was written yet; an import can be undone."
    )
    assert report.sentence == (
        "Imported notes as CortexGraph notes: 1 memory added, 1 was there already, 1 relation added."
    )


def test_an_import_of_many_is_told_in_the_plural() -> None:
    report = _report(added=2_000, known=3, differing=2)
    assert report.forecast == (
        "Read as CortexGraph notes: 2,000 memories to add, 3 here already and left as they are, 2 of these with other "
        "words or tags. Nothing was written yet; an import can be undone."
    )
    assert report.sentence == (
        "Imported notes as CortexGraph notes: 2,000 memories added, 3 were there already, 2 of these with other words "
        "or tags, which were left as they are."
    )


def test_an_import_that_brings_nothing_says_why() -> None:
    assert _report(known=1).forecast == ("Read as CortexGraph notes: nothing to add. The one memory in it is here already.")


def test_every_format_has_a_name_for_sentences() -> None:
    assert FORMAT_NAMES.keys() == set(FORMATS)
