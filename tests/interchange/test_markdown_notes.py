"""Folders of notes: every memory comes back byte for byte, notes of other programs come in, a bad one costs itself only."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.domain.memory import Memory
from memento_gui.interchange import detect, notes_of, read
from memento_gui.interchange.note_names import NoteNames
from tests.interchange.memories import IDS, TEXT, memories

NOW_MS = 1_796_040_000_000
NASTY = st.text(st.sampled_from("-\n\r: #'\"[]{}|>&*!%@`,007\\\x7f\x85\u2028\ufeff\ufffe😀나"), max_size=14)
FENCED = st.sampled_from(
    ["---", "\n---\n", "---\na: 1\n---\nb", "--- \n", "# h\n\n---\n", "2026-05-12", "#tag", "null", "~"]
)


def written(folder: Path, notes: dict[str, str]) -> Path:
    for name, text in notes.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode())
    return folder


@given(st.lists(IDS.flatmap(lambda one: memories(one, TEXT | NASTY | FENCED)), min_size=1, max_size=3))
def test_what_is_written_is_read_back(kept: list[Memory]) -> None:
    kept = list({memory.id: memory for memory in kept}.values())
    notes = dict(notes_of(kept))
    assert len(notes) == len(kept)
    with TemporaryDirectory() as folder:
        path = written(Path(folder), notes)
        assert detect(path) == "markdown"
        found = read(path, now_ms=NOW_MS)
    assert found.problems == ()
    assert {memory.id: memory for memory in found.memories} == {memory.id: memory for memory in kept}


@given(
    st.lists(
        TEXT | NASTY | st.sampled_from(["con", "NUL.txt", "..", ".x", "é", "e\u0301", "E\u0301", "a" * 300]), max_size=8
    )
)
def test_every_note_gets_a_file_name_of_its_own(titles: list[str]) -> None:
    names = NoteNames()
    made = [names.next_name(title) for title in titles]
    assert len({name.casefold() for name in made}) == len(made)
    with TemporaryDirectory() as folder:
        for name in made:
            (Path(folder) / name).write_text("x", "utf-8")
        assert len([*Path(folder).iterdir()]) == len(made)
    assert not [name for name in made if name.startswith(".") or set(name) & set('\\/:*?"<>|')]


def test_notes_that_an_editor_rewrote_are_read(tmp_path: Path) -> None:
    note = (
        "---\nmemento: 1\nid: a\ntype: semantic\ntitle: Deploys\ntags:\n  - 2026-05-12\n  - 007\n  - '#x'\n"
        "importance: 0.7\npinned: true\ncreated: 2026-05-12\n---\n\nTuesdays\n---\nnever Fridays"
    )
    (memory,) = read(written(tmp_path, {"n.md": note}), now_ms=NOW_MS).memories
    assert (memory.id, memory.tags, memory.content) == ("a", ("2026-05-12", "007", "#x"), "Tuesdays\n---\nnever Fridays")
    assert (memory.importance, memory.pinned, memory.created_ms) == (0.7, True, 1_778_544_000_000)


def test_notes_of_other_programs_come_in_once(tmp_path: Path) -> None:
    vault = written(
        tmp_path,
        {
            "Plain.md": "just text",
            "sub/Dated.md": "---\ntags: '#a, b'\ndate: 2026-05-12\ncolour: red\n---\ntext\n",
            ".obsidian/x.md": "not a note",
        },
    )
    found = read(vault, now_ms=NOW_MS)
    plain, dated = found.memories
    assert (plain.title, plain.content) == ("Plain", "just text")
    assert (dated.title, dated.content, dated.tags) == ("Dated", "text\n", ("a", "b"))
    assert (dated.created_ms, dated.extra["colour"]) == (1_778_544_000_000, "red")
    assert [memory.id for memory in read(vault, now_ms=0).memories] == [plain.id, dated.id]
    assert found.problems == ()


@pytest.mark.parametrize(
    ("note", "said"),
    [
        (b"---\ntitle: [a\n---\n\nx", "no valid YAML"),
        (b"caf\xe9", "not UTF-8 from byte 4"),
        (b"---\nmemento: 1\n---\n\nx", "it has no id"),
    ],
)
def test_a_bad_note_costs_itself_only(tmp_path: Path, note: bytes, said: str) -> None:
    written(tmp_path, {"good.md": "kept"})
    (tmp_path / "bad.md").write_bytes(note)
    found = read(tmp_path, now_ms=NOW_MS)
    assert "kept" in {memory.content for memory in found.memories}
    (problem,) = found.problems
    assert problem.place == "bad.md"
    assert said in problem.what
