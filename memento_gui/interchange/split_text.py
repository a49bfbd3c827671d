"""Plain text or Markdown in one file: every heading begins a memory; without headings, the whole is one.

A heading is the title, what follows it the text, and the headings above it stand in ``extra`` as ``headings``. A heading
with nothing under it is a memory by itself. What Markdown takes for code is no heading. Ids come from headings and text
alone: importing a file again adds only what was written since.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.memory import Memory
from memento_gui.interchange.ids import made_id
from memento_gui.interchange.imported import PLAIN_TEXT, Findings, Imported
from memento_gui.interchange.texts import fault_of

MAX_FILE_BYTES: Final = 32 << 20

_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")
_BLOCKS: Final = MarkdownIt("commonmark").disable(["inline", "reference"])


@dataclass(frozen=True, slots=True)
class Section:
    """What stands under one heading; ``line`` is the first one, counted from 1."""

    line: int
    path: tuple[str, ...]
    text: str


def sections(text: str) -> Iterator[Section]:
    """Yield the sections of a text that say something, in order; ``path`` ends with the section's own heading."""
    lines = _LINE.findall(text)
    path: list[tuple[int, str]] = []
    begin, first = 0, 1
    for level, title, start, end in [*_headings(text), (0, "", len(lines), len(lines))]:
        section = Section(first, tuple(words for _, words in path), _trimmed(lines[begin:start]))
        childless = not path or level <= path[-1][0]
        if section.text or (path and childless and path[-1][1]):
            yield section
        path = [*(one for one in path if one[0] < level), (level, title)]
        begin, first = end, start + 1


def read_text(path: Path, *, now_ms: int, cancel: CancelToken | None) -> Imported:
    """Read a file; its own time of change is its memories' creation.

    Raises:
        OSError: If the file cannot be read.
        Cancelled: If ``cancel`` was set; asked before every section.
    """
    findings = Findings()
    stat = path.stat()
    if stat.st_size > MAX_FILE_BYTES:
        findings.problem(path.name, f"larger than {MAX_FILE_BYTES >> 20} MiB; it was skipped")
        return findings.imported(PLAIN_TEXT, memories=())
    text = path.read_bytes().removeprefix(b"\xef\xbb\xbf").decode(errors="surrogateescape")
    created_ms = min(max(int(stat.st_mtime * 1000), 0), now_ms)
    memories: dict[str, Memory] = {}
    for section in sections(text):
        if cancel is not None:
            cancel.check()
        place = f"{path.name}, line {section.line}"
        memory = _memory(section, place, findings, created_ms=created_ms)
        if memory is not None and memory.id in memories:
            findings.problem(place, "the same heading with the same text stands in the file already; one was taken")
        elif memory is not None:
            memories[memory.id] = memory
    return findings.imported(PLAIN_TEXT, memories=memories.values())


def _memory(section: Section, place: str, findings: Findings, *, created_ms: int) -> Memory | None:
    title = section.path[-1] if section.path and section.text else ""
    content = section.text or section.path[-1]
    fault = fault_of(content) or fault_of("\n".join(section.path))
    if fault:
        findings.problem(place, f"its text {fault}; this section was left out")
        return None
    above = list(section.path[:-1])
    return Memory(
        id=made_id("section", *section.path, section.text),
        content=content,
        title=title,
        created_ms=created_ms,
        updated_ms=created_ms,
        extra={"headings": above} if above else {},
    )


def _headings(text: str) -> Iterator[tuple[int, str, int, int]]:
    """Yield level, words, first line and the line after every heading that stands in no list or quotation."""
    tokens = _BLOCKS.parse(text)
    for token, words in pairwise(tokens):
        if token.type == "heading_open" and token.level == 0 and token.map is not None:
            yield int(token.tag[1:]), words.content, token.map[0], token.map[1]


def _trimmed(lines: list[str]) -> str:
    """Return lines without blank ones around them and without the last line end; nothing else is touched."""
    said = [number for number, line in enumerate(lines) if line.strip()]
    return "".join(lines[said[0] : said[-1] + 1]).rstrip("\r\n") if said else ""
