"""A folder of CortexGraph's Markdown notes, or one such note; the vault's other notes are left alone."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.memory import Memory
from memento_gui.interchange import front_matter
from memento_gui.interchange.cortexgraph.memories import NEITHER_TYPE_NOR_IMPORTANCE, RecordReader
from memento_gui.interchange.cortexgraph.vault_notes import is_memory, read_note
from memento_gui.interchange.ids import made_id
from memento_gui.interchange.imported import CORTEXGRAPH_VAULT, Findings, Imported, counted

MAX_NOTE_BYTES: Final = 16 << 20

_SUFFIXES: Final = (".md", ".markdown")
_HEAD_BYTES: Final = 64 << 10
_BOM: Final = "\ufeff"
_WINDOWS_FENCE: Final = "---\r\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """A memory of a note, and where."""

    place: str
    memory: Memory
    fullness: int


def is_note(path: Path) -> bool:
    """Whether a file begins like one of CortexGraph's notes.

    Raises:
        OSError: If the file cannot be read.
    """
    with path.open("rb") as file:
        head = plain_note(file.read(_HEAD_BYTES).decode(errors="replace"))
    found = front_matter.split(head)
    return found is not None and is_memory(front_matter.keys(found.header))


def notes_under(folder: Path) -> Iterator[Path]:
    """Yield every Markdown file under a folder, ordered by path; hidden folders (``.obsidian``, ``.trash``) excepted."""
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(here) / name
            if path.suffix.lower() in _SUFFIXES and path.is_file():
                yield path


def read_vault(path: Path, *, now_ms: int, cancel: CancelToken | None) -> Imported:
    """Read a note, or every note under a folder.

    Raises:
        OSError: If the one note cannot be read; in a folder such a note is reported.
        Cancelled: If ``cancel`` was set; asked before every note.
    """
    return _Vault(path, now_ms=now_ms).imported(cancel)


class _Vault:
    """One reading of a vault."""

    def __init__(self, path: Path, *, now_ms: int) -> None:
        self._path = path
        self._reader = RecordReader(now_ms=now_ms)
        self._findings = Findings()
        self._others = self._windows = 0

    def imported(self, cancel: CancelToken | None) -> Imported:
        found: list[_Found] = []
        for path in notes_under(self._path) if self._path.is_dir() else (self._path,):
            if cancel is not None:
                cancel.check()
            memory = self._memory(path)
            found += [memory] if memory else []
        memories = self._distinct(found)
        self._findings.note(NEITHER_TYPE_NOR_IMPORTANCE)
        if self._others:
            self._findings.note(f"Other notes in the folder, left alone: {self._others:,}.")
        if self._windows:
            self._findings.note(f"{counted(self._windows, 'note')} had Windows line ends; they were read as plain.")
        return self._findings.imported(CORTEXGRAPH_VAULT, memories=memories)

    def _memory(self, path: Path) -> _Found | None:
        place = self._place(path)
        text = self._text(path, place)
        note = read_note(text) if text is not None else None
        if note is None:
            self._others += text is not None
            return None
        if note.local_times:
            self._findings.note("Times in the notes name no zone; they were read in this computer's time zone.")
        reading = self._reader.memory(note.record, title=note.title)
        self._findings.problems(place, (*note.problems, *reading.problems))
        return _Found(place=place, memory=reading.value, fullness=note.fullness) if reading.value else None

    def _text(self, path: Path, place: str) -> str | None:
        """Return a note with plain line ends; None where it cannot be read, which is then reported."""
        try:
            raw = path.read_bytes() if path.stat().st_size <= MAX_NOTE_BYTES else None
        except OSError as error:
            self._findings.problem(place, f"cannot be read ({error.strerror}); it was skipped")
            return None
        if raw is None:
            self._findings.problem(place, f"larger than {MAX_NOTE_BYTES >> 20} MiB; it was skipped")
            return None
        try:
            text = raw.decode()
        except UnicodeDecodeError as error:
            self._findings.problem(place, f"not UTF-8 from byte {error.start + 1} on; it was skipped")
            return None
        plain = plain_note(text)
        self._windows += plain.count("\r") != text.count("\r")
        return plain

    def _distinct(self, found: list[_Found]) -> list[Memory]:
        """Return one memory for every id: of notes with the same text the fullest, others under an id of their own."""
        standing: dict[str, _Found] = {}
        repeated = 0
        for one in found:
            first = standing.setdefault(one.memory.id, one)
            if first is one:
                continue
            if first.memory.content == one.memory.content:
                repeated += 1
                standing[one.memory.id] = max(first, one, key=lambda each: each.fullness)
                continue
            self._findings.problem(
                one.place, f"has the id of {first.place} but another text; it became a memory of its own"
            )
            own = made_id("vault", one.memory.id, one.memory.content)
            standing.setdefault(own, _Found(place=one.place, memory=_renamed(one.memory, own), fullness=one.fullness))
        if repeated:
            self._findings.note(f"Notes that tell what a fuller one tells too, left out: {repeated:,}.")
        return [one.memory for one in standing.values()]

    def _place(self, path: Path) -> str:
        name = path.relative_to(self._path).as_posix() if path != self._path else path.name
        return os.fsencode(name).decode(errors="replace")


def _renamed(memory: Memory, memory_id: str) -> Memory:
    return replace(memory, id=memory_id, extra={**memory.extra, "id": memory.id})


def plain_note(text: str) -> str:
    """Return a note without byte order mark, and with the line ends it was written with before Windows changed them all."""
    text = text.removeprefix(_BOM)
    return text.replace("\r\n", "\n") if text.startswith(_WINDOWS_FENCE) else text
