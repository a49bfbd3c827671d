"""The results as text for the clipboard: plain, Markdown, JSON or CSV."""

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from memento_gui.qt.phrases import instant_text, moment_text
from memento_gui.qt.places.search.results.rows import ResultRow

_UNSAFE: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
_MARKUP: Final = str.maketrans({character: f"\\{character}" for character in "\\`*_[]<>#|"})
_COLUMNS: Final = ("rank", "score", "kept", "type", "created", "title", "snippet", "grade", "id")


def as_text(query: str, rows: Sequence[ResultRow]) -> str:
    """Return one line a result: rank, score and title."""
    lines = [f"{row.position + 1:>3}. {row.score:.3f}  {_line(row.title)}{'' if row.kept else '  (below)'}" for row in rows]
    return "\n".join([f"Results for: {_line(query)}", *lines])


def as_markdown(query: str, rows: Sequence[ResultRow]) -> str:
    """Return a numbered list; what a memory says is never markup."""
    lines = [
        f"{row.position + 1}. **{_line(row.title).translate(_MARKUP)}** — {row.score:.3f}, {row.type.value}, "
        f"{moment_text(row.created_ms)}{'' if row.kept else ', below the keep threshold'}"
        for row in rows
    ]
    return "\n".join([f"## Results for {_line(query).translate(_MARKUP)}", "", *lines])


def as_json(query: str, rows: Sequence[ResultRow]) -> str:
    """Return an object with the query and its results."""
    return json.dumps({"query": query, "results": [_record(row) for row in rows]}, ensure_ascii=False, indent=2)


def as_csv(query: str, rows: Sequence[ResultRow]) -> str:  # noqa: ARG001  # one signature for all formats
    """Return a table with a header; no cell of a memory's own text can be taken for a formula."""
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\r\n")
    writer.writerow(_COLUMNS)
    for row in rows:
        writer.writerow([_cell(value) for value in _record(row).values()])
    return table.getvalue()


FORMATS: Final[Mapping[str, Callable[[str, Sequence[ResultRow]], str]]] = {
    "text": as_text,
    "Markdown": as_markdown,
    "JSON": as_json,
    "CSV": as_csv,
}


def _record(row: ResultRow) -> dict[str, object]:
    values = (
        row.position + 1,
        round(row.score, 6),
        row.kept,
        row.type.value,
        instant_text(row.created_ms),
        row.title,
        row.snippet,
        row.grade,
        row.memory_id,
    )
    return dict(zip(_COLUMNS, values, strict=True))


def _cell(value: object) -> object:
    """Return a cell; text that a spreadsheet would run gets an apostrophe before it."""
    if isinstance(value, str) and value.startswith(_UNSAFE):
        return f"'{value}"
    return "" if value is None else value


def _line(text: str) -> str:
    return " ".join(text.split())
