"""Text split on its headings: every line ends in a memory, code is no heading, importing again adds only what is new."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from memento_gui.interchange import detect, read
from memento_gui.interchange.split_text import sections

NOW_MS = 1_796_040_000_000
LINES = st.lists(
    st.sampled_from(
        ["# A", "## B", "### ", "text", "", "  ", "```", "    code", "- item", "> # q", "---", "===", "나", "\t"]
    )
    | st.text(st.characters(codec="utf-8", exclude_characters="\0\r\n"), max_size=10),
    max_size=12,
)


def written(folder: Path, text: str, name: str = "diary.md") -> Path:
    path = folder / name
    path.write_bytes(text.encode())
    return path


@given(LINES, st.sampled_from(["\n", "\r\n", "\r"]))
def test_the_sections_are_the_text(lines: list[str], end: str) -> None:
    text = end.join(lines)
    found = list(sections(text))
    at = 0
    for section in found:  # every text stands in the file as it is, one after another
        at = text.index(section.text, at) + len(section.text)
    kept = "\n".join(word for section in found for word in (*section.path, section.text))
    assert not [line for line in lines if line.strip().isalnum() and line.strip() not in kept]


def test_headings_become_titles_and_code_stays_code(tmp_path: Path) -> None:
    text = "intro\n\n# Work\n## Deploys\n\nTuesdays\n\n```sh\n# no heading\n```\n## Someday\n# Home\nYes\n"
    path = written(tmp_path, text)
    assert detect(path) == "text"
    found = read(path, now_ms=NOW_MS)
    assert [(one.title, one.content, one.extra) for one in found.memories] == [
        ("", "intro", {}),
        ("Deploys", "Tuesdays\n\n```sh\n# no heading\n```", {"headings": ["Work"]}),
        ("", "Someday", {"headings": ["Work"]}),
        ("Home", "Yes", {}),
    ]
    assert found.problems == ()


def test_a_file_that_has_grown_brings_only_what_is_new(tmp_path: Path) -> None:
    before = read(written(tmp_path, "# A\none\n"), now_ms=1).memories
    after = read(written(tmp_path, "# New\ntwo\n\n# A\none\n"), now_ms=2).memories
    assert [one.content for one in after if one.id not in {memory.id for memory in before}] == ["two"]


def test_plain_text_without_headings_is_one_memory(tmp_path: Path) -> None:
    (memory,) = read(written(tmp_path, "\ufeff\nfirst line\r\nsecond\n\n", "a.txt"), now_ms=NOW_MS).memories
    assert (memory.title, memory.content) == ("", "first line\r\nsecond")


def test_a_section_that_cannot_be_kept_is_reported_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"# A\nkept\n# B\ncaf\xe9\n# A\nkept\n")
    found = read(path, now_ms=NOW_MS)
    assert [one.content for one in found.memories] == ["kept"]
    assert [problem.place for problem in found.problems] == ["a.txt, line 3", "a.txt, line 5"]
    assert "not UTF-8" in found.problems[0].what
