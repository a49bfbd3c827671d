"""A folder of Markdown notes with YAML front matter, as Obsidian keeps them: one note a memory.

A note of Memento begins with ``memento: 1`` and every field that is not as it is by default; its text stands after the
front matter and one blank line, byte for byte. Any other note becomes a memory too: its file name the title, its ``tags``
the tags, ``created`` or ``date`` (else the file's own time) its creation, what else is in its front matter ``extra``.
Memories in the trash stand in a folder ``Trash``. History, reviews and relations have no place in notes.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields as dataclass_fields
from pathlib import Path
from typing import Any, Final

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.memory import Memory
from memento_gui.interchange import front_matter
from memento_gui.interchange.cortexgraph.vault import MAX_NOTE_BYTES, notes_under, plain_note
from memento_gui.interchange.ids import made_id
from memento_gui.interchange.imported import MARKDOWN_NOTES, Findings, Imported
from memento_gui.interchange.instants import iso_of, milliseconds_of, number_of
from memento_gui.interchange.memento_csv import COLUMNS, NUMBERS, TIMES
from memento_gui.interchange.memento_records import memory_of
from memento_gui.interchange.note_names import NoteNames

MARK: Final = "memento"
TRASH: Final = "Trash"

_AS_TEXT: Final = frozenset({*COLUMNS, "date", "aliases"}) - {"content"}
_ALWAYS: Final = ("id", "type", "created", "updated")
_UNPRINTABLE: Final = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_LINE: Final = re.compile(r"(?P<name>\w+): (?:(?P<json>\".*\"|\[.*\])|'(?P<quoted>.*)'|(?P<plain>[\w.:+-]+))")
_DEFAULTS: Final = {field.name: field.default for field in dataclass_fields(Memory)}


def notes_of(memories: Iterable[Memory]) -> Iterator[tuple[str, str]]:
    """Yield the path (parts divided by ``/``) and the text of every memory's note."""
    names = NoteNames()
    for memory in memories:
        name = names.next_name(memory.headline)
        yield f"{TRASH}/{name}" if memory.in_trash else name, note_of(memory)


def note_of(memory: Memory) -> str:
    """Return a memory as a note."""
    header = [f"{MARK}: 1", *(f"{name}: {value}" for name, value in _properties(memory))]
    return "\n".join(["---", *header, "---", "", memory.content])


def has_front_matter(head: bytes) -> bool:
    """Whether a file begins with front matter, though its end may be further on."""
    return plain_note(head.decode(errors="replace")).startswith("---\n")


def read_notes(path: Path, *, now_ms: int, cancel: CancelToken | None) -> Imported:
    """Read a note, or every note under a folder; folders that are hidden are left alone.

    Raises:
        OSError: If the one note cannot be read; in a folder such a note is reported.
        Cancelled: If ``cancel`` was set; asked before every note.
    """
    findings = Findings()
    memories: dict[str, Memory] = {}
    for note in notes_under(path) if path.is_dir() else (path,):
        if cancel is not None:
            cancel.check()
        place = note.relative_to(path).as_posix() if path.is_dir() else path.name
        text = _text(note, place, findings)
        memory = None if text is None else _memory(note, text, place, findings, now_ms=now_ms)
        if memory is None:
            continue
        if memory.id in memories:
            findings.problem(place, f"{memory.id} stands in another note already; the first one was taken")
        else:
            memories[memory.id] = memory
    return findings.imported(MARKDOWN_NOTES, memories=memories.values())


def _properties(memory: Memory) -> Iterator[tuple[str, str]]:
    for name in COLUMNS:
        value = getattr(memory, f"{name}_ms" if name in TIMES else name)
        if name == "content" or (name not in _ALWAYS and (value == _DEFAULTS.get(name) or (not value and name == "extra"))):
            continue
        if name in TIMES:
            if value is not None:
                yield name, iso_of(value)
        elif name == "extra":
            yield name, "'" + json.dumps(value).replace("'", "''") + "'"
        elif isinstance(value, bool):
            yield name, "true" if value else "false"
        elif isinstance(value, int | float):
            yield name, repr(value)
        else:
            yield name, _json(list(value) if isinstance(value, tuple) else str(value))


def _json(value: object) -> str:
    """Return JSON that is YAML too: what YAML would refuse or fold is escaped."""
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False))


def _text(path: Path, place: str, findings: Findings) -> str | None:
    try:
        if path.stat().st_size > MAX_NOTE_BYTES:
            findings.problem(place, f"larger than {MAX_NOTE_BYTES >> 20} MiB; it was skipped")
            return None
        return plain_note(path.read_bytes().decode())
    except UnicodeDecodeError as error:
        findings.problem(place, f"not UTF-8 from byte {error.start + 1} on; it was skipped")
    except OSError as error:
        findings.problem(place, f"cannot be read ({error.strerror}); it was skipped")
    return None


def _memory(path: Path, text: str, place: str, findings: Findings, *, now_ms: int) -> Memory | None:
    found = front_matter.split(text)
    values: dict[str, object] = {}
    if found is not None:
        written = _as_written(found.header)
        values, valid = (written, True) if written is not None else front_matter.values(found.header, as_text=_AS_TEXT)
        if not valid:
            findings.problem(place, "its front matter is no valid YAML; it was read line by line")
    body = found.body.removeprefix("\n") if found is not None else text
    own = values.pop(MARK, None) is not None
    record = _record(values)
    if not own:
        record = _foreign(record, path, body)
    made = memory_of({**record, "content": body}, place, findings, now_ms=now_ms)
    return made[0] if made is not None else None


def _as_written(header: str) -> dict[str, object] | None:
    """Return the values of front matter that is as `note_of` writes it; None where it is not, and YAML must be read."""
    values: dict[str, object] = {}
    for line in header.removesuffix("\n").split("\n"):
        found = _LINE.fullmatch(line)
        if found is None:
            return None
        value: object = found["plain"] or (found["quoted"] or "").replace("''", "'")
        if found["json"]:
            try:
                value = json.loads(found["json"])
            except (ValueError, RecursionError):
                return None
            if isinstance(value, list) and not all(isinstance(one, str) for one in value):
                return None
        values[found["name"]] = value
    return values


def _record(values: Mapping[str, object]) -> dict[str, object]:
    """Return front matter as a record of Memento's own JSON Lines."""
    return {
        f"{name}_ms" if name in TIMES else name: _value(name, value)
        for name, value in values.items()
        if value is not None and name != "content"
    }


def _value(name: str, value: object) -> object:
    if not isinstance(value, str):
        return value
    if name in TIMES:
        return milliseconds_of(value)
    if name in NUMBERS:
        return number_of(value)
    if name == "pinned":
        return {"true": True, "false": False}.get(value.lower(), value)
    if name == "tags":
        return [tag for tag in re.split(r"[,\s]+", value) if tag]
    return _object(value) if name == "extra" else value


def _object(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _foreign(record: Mapping[str, object], path: Path, body: str) -> dict[str, object]:
    """Return the record of a note that somebody else wrote; its id comes from its name and text alone."""
    tags = record.get("tags")
    told = {name: value for name, value in record.items() if name != "date"}
    date = record.get("date")
    created = record.get("created_ms", milliseconds_of(date) if isinstance(date, str) else None)
    made: dict[str, object] = {
        **told,
        "id": made_id("note", path.stem, body),
        "title": record.get("title", path.stem),
        "created_ms": created if isinstance(created, int) else int(path.stat().st_mtime * 1000),
    }
    if isinstance(tags, list):
        made["tags"] = [tag.removeprefix("#") if isinstance(tag, str) else tag for tag in tags]
    if isinstance(record.get("id"), str):
        made["note_id"] = record["id"]
    return made
