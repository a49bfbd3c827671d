"""JSON Lines as they are found: streamed, each line on its own, what is broken reported with its line."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

from memento_gui.domain.cancel import CancelToken
from memento_gui.interchange.imported import Findings, counted

MAX_LINE_BYTES: Final = 16 << 20

_BOM: Final = b"\xef\xbb\xbf"
_BLANK: Final = re.compile(r"[\s,]*")
_RECORD_START: Final = re.compile(r'\{"(?:id|kind|type)"')
_MOST_RESCUES: Final = 100  # breaks on one line; after that the rest of it is given up
_DECODER: Final = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class Line:
    """One line without its end; ``raw`` is None where it is too long, ``ended`` false where a last line has no end."""

    number: int
    raw: bytes | None
    ended: bool


def lines(file: BinaryIO) -> Iterator[Line]:
    """Yield every line; no more than 16 MiB are held at a time."""
    number = 0
    while raw := file.readline(MAX_LINE_BYTES + 1):
        number += 1
        ended = raw.endswith(b"\n")
        if len(raw) > MAX_LINE_BYTES and not ended:
            yield Line(number, None, ended=_skipped(file))
        else:
            yield Line(number, raw.rstrip(b"\n"), ended=ended)


def line_of(record: Mapping[str, Any]) -> str:
    """Return a record as one line, with its end."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"


def records(path: Path, findings: Findings, cancel: CancelToken | None) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield place and object of every record in a file, in order; everything else is reported.

    Two objects on one line are both read. From a broken line, records that begin with their id and are whole are rescued.

    Raises:
        OSError: If the file cannot be read.
        Cancelled: If ``cancel`` was set; asked before every line.
    """
    layout = _Layout(path.name, findings)
    with path.open("rb") as file:
        for line in lines(file):
            if cancel is not None:
                cancel.check()
            place = f"{path.name}, line {line.number}"
            text = _text(layout.plain(line), line, place, findings)
            if text:
                yield from _objects(text, line, place, findings)
    layout.report()


class _Layout:
    """Marks of editors and other systems in a file: noted, then ignored."""

    def __init__(self, name: str, findings: Findings) -> None:
        self._name = name
        self._findings = findings
        self._blank: list[int] = []
        self._blanks = 0
        self._windows = 0

    def plain(self, line: Line) -> bytes | None:
        """Return the line without byte order mark and carriage return."""
        raw = line.raw
        if raw is None:
            return None
        if line.number == 1 and raw.startswith(_BOM):
            self._findings.note(f"{self._name}, line 1 begins with a byte order mark; it was skipped.")
            raw = raw.removeprefix(_BOM)
        if raw.endswith(b"\r"):
            self._windows = self._windows or line.number
            raw = raw.rstrip(b"\r")
        if not raw.strip():
            self._blanks += 1
            self._blank += [line.number] if self._blanks <= 3 else []
        return raw

    def report(self) -> None:
        """Note what was seen."""
        if self._windows:
            self._findings.note(
                f"{self._name} has Windows line ends, first at line {self._windows}; they were read as plain."
            )
        if self._blanks:
            first = ", ".join(map(str, self._blank))
            more = ", …" if self._blanks > len(self._blank) else ""
            self._findings.note(f"{self._name} has {counted(self._blanks, 'blank line')} (line {first}{more}); skipped.")


def _skipped(file: BinaryIO) -> bool:
    """Read on to the end of the line; whether it has a line end."""
    while raw := file.readline(1 << 20):
        if raw.endswith(b"\n"):
            return True
    return False


def _text(raw: bytes | None, line: Line, place: str, findings: Findings) -> str:
    if raw is None:
        findings.problem(place, f"longer than {MAX_LINE_BYTES >> 20} MiB; the line was skipped")
        return ""
    try:
        return raw.decode().strip()
    except UnicodeDecodeError as error:
        cut = " (the file may have been cut short)" if not line.ended else ""
        findings.problem(place, f"not UTF-8 from byte {error.start + 1} on{cut}; the line was skipped")
        return ""


def _objects(text: str, line: Line, place: str, findings: Findings) -> Iterator[tuple[str, dict[str, object]]]:
    try:
        found: list[object] = [json.loads(text)]
    except RecursionError:
        findings.problem(place, "nested too deeply to be read; the line was skipped")
        return
    except json.JSONDecodeError:
        found, fault_at = _rescued(text)
        findings.problem(place, _fault(len(found), fault_at, line))
    except ValueError:  # Python reads no whole number of more than 4,300 digits
        findings.problem(place, "it has a number with too many digits to be read; the line was skipped")
        return
    for value in found:
        if isinstance(value, dict):
            yield place, value
        else:
            findings.problem(place, "not a record; skipped")


def _fault(found: int, fault_at: int | None, line: Line) -> str:
    if fault_at is None:
        return f"{counted(found, 'record')} on one line; each was read"
    rescued = f"; {counted(found, 'whole record')} in it came in" if found else "; the line was skipped"
    cut = " (the file may have been cut short)" if not line.ended else ""
    return f"broken at character {fault_at + 1}{cut}{rescued}"


def _rescued(text: str) -> tuple[list[object], int | None]:
    """Return the whole objects in a line that is not one object, and where it is broken (None: nowhere).

    After a break only what begins like a record and ends where a line or another record may begin is believed: inside a
    JSON string a quotation mark is escaped, so the beginning cannot be part of somebody's text.
    """
    found: list[object] = []
    fault_at: int | None = None
    at = failures = 0
    while 0 <= at < len(text) and failures < _MOST_RESCUES:
        value, end = _decoded(text, at)
        blank = _BLANK.match(text, end)
        following_at = blank.end() if blank else end
        if end > at and (fault_at is None or text[following_at : following_at + 1] in {"", "{"}):
            found.append(value)
            at = following_at
        else:
            failures += 1
            fault_at = at if fault_at is None else fault_at
            start = _RECORD_START.search(text, at + 1)
            at = start.start() if start else -1
    return found, fault_at


def _decoded(text: str, at: int) -> tuple[object, int]:
    """Return the JSON value at a position and where it ends; at the same position where there is none."""
    try:
        return _DECODER.raw_decode(text, at)
    except (ValueError, RecursionError):
        return None, at
