"""Memories as a table of comma-separated values (RFC 4180) for spreadsheets: one row a memory, every field a column.

Times are ISO 8601 in UTC to the millisecond, tags a JSON list, ``extra`` a JSON object; an empty cell says the field's
default. What a spreadsheet would take for a formula (it begins with ``=``, ``+``, ``-``, ``@``, a tab or a carriage return)
gets an apostrophe before it, which reading takes away again. The file begins with a byte order mark, without which
spreadsheets do not read it as UTF-8. History, reviews and relations have no place in a table.
"""

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, Final

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.memory import Memory
from memento_gui.interchange.ids import NamelessIds
from memento_gui.interchange.imported import MEMENTO_CSV, Findings, Imported
from memento_gui.interchange.instants import iso_of, milliseconds_of, number_of
from memento_gui.interchange.memento_records import memory_of
from memento_gui.interchange.texts import shown

TIMES: Final = ("created", "updated", "last_used", "deleted")
NUMBERS: Final = ("importance", "strength", "views", "cites", "edits", "uses", "revisions")
TEXTS: Final = ("title", "source", "session", "project", "user", "type", "category", "scope", "status")
COLUMNS: Final = ("id", "title", "content", "tags", *TEXTS[5:], "pinned", *TEXTS[1:5], *TIMES, *NUMBERS, "extra")

_BOM: Final = "\ufeff"
_FORMULA: Final = re.compile(r"'*[=+\-@\t\r]")
_NEUTRALISED: Final = re.compile(r"'+[=+\-@\t\r]")
_DELIMITERS: Final = (",", ";", "\t")
_MOST_RESCUES: Final = 100
_MAX_CELL: Final = 16 << 20
_NAMED: Final = 20
_YES: Final = frozenset({"true", "yes", "1"})
_NO: Final = frozenset({"false", "no", "0"})


def csv_lines(memories: Iterable[Memory]) -> Iterator[str]:
    """Yield the rows of a file, the column names first, each with its end."""
    held = io.StringIO(newline="")
    writer = csv.writer(held, quoting=csv.QUOTE_MINIMAL, lineterminator="\r\n")
    held.write(_BOM)
    writer.writerow(COLUMNS)
    for memory in memories:
        writer.writerow([_neutral(cell) for cell in _cells(memory)])
        yield held.getvalue()
        held.seek(0)
        held.truncate()
    yield held.getvalue()


def is_table(head: str, suffix: str) -> bool:
    """Whether a file begins with column names among which is ``content``."""
    names = _names(next(iter(head.removeprefix(_BOM).splitlines()), ""))[0]
    return "content" in names and (len(names) > 1 or suffix.lower() == ".csv")


def read_csv(path: Path, *, now_ms: int, cancel: CancelToken | None) -> Imported:
    """Read a table that `csv_lines` made, or any with a column ``content``; unknown columns are kept as extra.

    Commas, semicolons and tabs may divide the cells. A row without an id gets one that is made from its text.

    Raises:
        OSError: If the file cannot be read.
        Cancelled: If ``cancel`` was set; asked before every row.
    """
    findings = Findings()
    nameless = NamelessIds()
    memories: dict[str, Memory] = {}
    for place, row in _rows(path, findings):
        if cancel is not None:
            cancel.check()
        record = _record(row)
        record.setdefault("id", nameless.next_id(str(record["content"])))
        found = memory_of(record, place, findings, now_ms=now_ms)
        if found is None:
            continue
        if found[0].id in memories:
            findings.problem(place, f"{found[0].id} stands in the file already; the first one was taken")
            continue
        memories[found[0].id] = found[0]
    return findings.imported(MEMENTO_CSV, memories=memories.values())


def _cells(memory: Memory) -> Iterator[str]:
    for name in COLUMNS:
        if name in TIMES:
            instant_ms = getattr(memory, f"{name}_ms")
            yield "" if instant_ms is None else iso_of(instant_ms)
            continue
        value = getattr(memory, name)
        if name in {"tags", "extra"}:
            yield json.dumps(value, ensure_ascii=False) if value else ""
        elif isinstance(value, bool):
            yield "true" if value else "false"
        else:
            yield str(value)


def _neutral(cell: str) -> str:
    return f"'{cell}" if _FORMULA.match(cell) else cell


def _meant(cell: str) -> str:
    return cell[1:] if _NEUTRALISED.match(cell) else cell


def _names(line: str) -> tuple[list[str], str]:
    """Return the column names of a first line, and what divides them."""
    for delimiter in _DELIMITERS:
        with suppress(csv.Error):
            names = [name.strip().lower() for row in csv.reader([line], delimiter=delimiter) for name in row]
            if "content" in names:
                return names, delimiter
    return [], ","


def _rows(path: Path, findings: Findings) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield place and cells by column of every row that has any; a cell that is not UTF-8 keeps half characters."""
    csv.field_size_limit(_MAX_CELL)
    with path.open(encoding="utf-8-sig", errors="surrogateescape", newline="") as file:
        names, delimiter = _names(file.readline())
    if "content" not in names:
        findings.problem(f"{path.name}, line 1", "there is no column 'content'; nothing was read")
        return
    _look_at_names(names, path.name, findings)
    read = 1
    for _ in range(_MOST_RESCUES):
        unclosed = yield from _rows_after(read, path, names, delimiter, findings)
        if unclosed is None:
            return
        read = unclosed
    findings.problem(f"{path.name}, line {read + 1}", "too many quotes that are never closed; the rest was left out")


def _rows_after(
    read: int, path: Path, names: list[str], delimiter: str, findings: Findings
) -> Generator[tuple[str, dict[str, str]], None, int | None]:
    """Yield the rows after so many lines; return the number of the line whose quote swallows the rest, or None."""
    with path.open(encoding="utf-8-sig", errors="surrogateescape", newline="") as file:
        reader = csv.reader(islice(file, read, None), delimiter=delimiter, strict=True)
        while True:
            line = reader.line_num + read + 1
            place = f"{path.name}, line {line}"
            try:
                row = next(reader, None)
            except csv.Error as error:
                unclosed = reader.line_num + read > line
                what = "a quote is never closed" if unclosed else f"no row of a table ({error})"
                findings.problem(place, f"{what}; it was left out")
                if unclosed:
                    return line
                continue
            if row is None:
                return None
            if row and len(row) <= names.index("content"):
                findings.problem(place, "too short to have a content; it was left out")
            elif any(row):
                yield place, _by_name(names, row, place, findings)


def _look_at_names(names: list[str], file: str, findings: Findings) -> None:
    uses = Counter(filter(None, names))
    several = sorted(name for name, count in uses.items() if count > 1)
    if several:
        findings.note(f"{file} has several columns {_named(several)}; of each the first was taken.")
    unknown = [name for name in uses if name not in COLUMNS]
    if unknown:
        findings.note(f"Columns kept as extra fields: {_named(unknown)}.")


def _named(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    return ", ".join(map(shown, names[:_NAMED])) + more


def _by_name(names: list[str], row: list[str], place: str, findings: Findings) -> dict[str, str]:
    if len(row) > len(names):
        findings.problem(place, f"{len(row)} cells in {len(names)} columns; what is beyond the last was left out")
    cells: dict[str, str] = {"content": ""}
    for name, cell in reversed([*zip(names, row, strict=False)]):
        if name:
            cells[name] = _meant(cell)
    return cells


def _record(row: Mapping[str, str]) -> dict[str, object]:
    """Return a row as a record of Memento's own JSON Lines."""
    return {
        f"{name}_ms" if name in TIMES else name: _value(name, cell)
        for name, cell in row.items()
        if cell or name == "content"
    }


def _value(name: str, cell: str) -> object:
    if name in TIMES:
        return milliseconds_of(cell)
    if name in NUMBERS:
        return number_of(cell)
    if name == "pinned":
        word = cell.strip().lower()
        return word in _YES if word in _YES | _NO else cell
    if name == "tags":
        return _listed(cell)
    return _object(cell) if name == "extra" else cell


def _listed(cell: str) -> object:
    """Return the tags of a JSON list, or of words divided by commas or semicolons."""
    made = _json(cell)
    if isinstance(made, list):
        return made
    return [tag.strip() for tag in re.split(r"[,;]", cell) if tag.strip()]


def _object(cell: str) -> object:
    made = _json(cell)
    return made if isinstance(made, dict) else cell


def _json(cell: str) -> Any:
    try:
        return json.loads(cell)
    except (ValueError, RecursionError):
        return None
