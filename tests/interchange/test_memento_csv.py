"""Tables: every memory comes back from a spreadsheet's file, no cell is a formula, and what is odd is reported."""

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.domain.memory import Memory
from memento_gui.interchange import csv_lines, detect, read
from tests.interchange.memories import IDS, TEXT, memories

NOW_MS = 1_796_040_000_000
NASTY = st.text(st.sampled_from("=+-@\t\r\n',;\"\\ a나ñ\x1f\u2028\ufeff"), max_size=12)


def written(folder: Path, text: str, name: str = "memories.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8", newline="")
    return path


@given(st.lists((IDS | NASTY.filter(str.strip)).flatmap(lambda one: memories(one, TEXT | NASTY)), max_size=3))
def test_what_is_written_is_read_back(kept: Sequence[Memory]) -> None:
    kept = list({memory.id: memory for memory in kept}.values())
    with TemporaryDirectory() as folder:
        path = written(Path(folder), "".join(csv_lines(kept)))
        assert detect(path) == "csv"
        found = read(path, now_ms=NOW_MS)
    assert found.problems == ()
    assert list(found.memories) == kept


@given(NASTY, NASTY)
def test_no_cell_begins_like_a_formula(content: str, title: str) -> None:
    memory = Memory(id="=1", content=content, title=title, tags=("=a", "@b"), created_ms=0, updated_ms=0)
    rows = csv.reader(io.StringIO("".join(csv_lines([memory])), newline=""))
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]


@pytest.mark.parametrize("divider", [",", ";", "\t"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_tables_of_other_programs_are_read(tmp_path: Path, divider: str, mark: str) -> None:
    rows = [
        ["Content", "Tags", "Created", "Pinned", "Importance", "Colour"],
        ["Deploys go out on Tuesdays", '"deploy| ci"', "2026-05-12", "TRUE", "0.7", "red"],
        ["'quoted'", "", "1796040000000", "no", "", ""],
    ]
    text = "\r\n".join(divider.join(row) for row in rows).replace("|", ",")
    found = read(written(tmp_path, mark + text), now_ms=NOW_MS)
    first, second = found.memories
    assert (first.content, first.tags, first.pinned, first.importance) == (rows[1][0], ("deploy", "ci"), True, 0.7)
    assert (first.created_ms, first.extra) == (1_778_544_000_000, {"colour": "red"})
    assert (second.content, second.pinned, second.created_ms) == ("'quoted'", False, NOW_MS)
    assert (found.problems, found.notes) == ((), ("Columns kept as extra fields: 'colour'.",))
    assert [memory.id for memory in read(tmp_path / "memories.csv", now_ms=0).memories] == [first.id, second.id]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("b,x,much", "importance 'much' is no number"),
        ("b,x,7", "lies outside 0 to 1"),
        ("b,x,0.5,more", "4 cells in 3 columns"),
        ("b", "too short to have a content"),
        ("a,again,0.5", "a stands in the file already"),
        ('b,"x"y,0.5', "no row of a table"),
    ],
)
def test_an_odd_row_is_reported_with_its_line_and_the_rest_comes_in(tmp_path: Path, row: str, said: str) -> None:
    text = f"id,content,importance\na,kept,0.5\n{row}\nc,kept too,0.5\n"
    found = read(written(tmp_path, text), now_ms=NOW_MS)
    assert {"a", "c"} <= {memory.id for memory in found.memories}
    (problem,) = found.problems
    assert problem.place == "memories.csv, line 3"
    assert said in problem.what


def test_of_very_many_columns_the_first_are_named(tmp_path: Path) -> None:
    names = ["content", "twice", "twice", *(f"c{n}" for n in range(100_000))]
    found = read(written(tmp_path, f"{','.join(names)}\nkept,a,b\n"), now_ms=NOW_MS)
    assert [(memory.content, memory.extra) for memory in found.memories] == [("kept", {"twice": "a"})]
    assert found.notes[0] == "memories.csv has several columns 'twice'; of each the first was taken."
    assert found.notes[1].startswith("Columns kept as extra fields: 'twice', 'c0', ")
    assert found.notes[1].endswith("'c18' and 99,981 more.")


def test_bytes_that_are_not_utf_8_cost_their_row_only(tmp_path: Path) -> None:
    path = tmp_path / "memories.csv"
    path.write_bytes(b"id,content\na,caf\xe9\nb,kept\n")
    found = read(path, now_ms=NOW_MS)
    assert [memory.id for memory in found.memories] == ["b"]
    assert "not UTF-8" in found.problems[0].what


def test_a_quote_that_is_never_closed_costs_its_row_only(tmp_path: Path) -> None:
    text = 'id,content\na,"two\nlines"\nb,"never closed\nc,kept\nd,"nor this\ne,kept too\n'
    found = read(written(tmp_path, text), now_ms=NOW_MS)
    assert [memory.content for memory in found.memories] == ["two\nlines", "kept", "kept too"]
    assert [problem.place for problem in found.problems] == ["memories.csv, line 4", "memories.csv, line 6"]


def test_the_rows_after_a_single_unclosed_quote_come_in(tmp_path: Path) -> None:
    found = read(written(tmp_path, 'id,content\na,"never closed\nb,kept\nc,kept\n'), now_ms=NOW_MS)
    assert [memory.id for memory in found.memories] == ["b", "c"]
    (problem,) = found.problems
    assert (problem.place, problem.what) == ("memories.csv, line 2", "a quote is never closed; it was left out")
