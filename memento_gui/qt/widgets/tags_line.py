"""A line of tags separated by commas, completed tag by tag."""

import csv
import io
from collections.abc import Callable, Iterable

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QStringListModel, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QCompleter, QLineEdit, QListView, QWidget
from typing_extensions import override

from memento_gui.domain.memory import MAX_CONTENT_BYTES, clean_tags

csv.field_size_limit(4 * MAX_CONTENT_BYTES)  # one tag may be as long as a text, and an open quote takes the whole line


def tags_line(tags: tuple[str, ...]) -> str:
    """Return tags as one line; a tag that holds a comma or a quote stands in quotes."""
    written = []
    for tag in tags:
        cell = io.StringIO()
        csv.writer(cell, lineterminator="").writerow([tag])
        written.append(cell.getvalue())
    return ", ".join(written)


def tags_of(line: str) -> tuple[str, ...]:
    """Return the tags that a line names, in order, without repeats."""
    fields = next(csv.reader([line.replace("\n", " ").replace("\r", " ")], skipinitialspace=True), [])
    return clean_tags([field.strip() for field in fields])


class _LastTag(QCompleter):
    """Completes what follows the last comma and keeps what stands before it."""

    def __init__(self, tags: QStringListModel, line: QLineEdit) -> None:
        super().__init__(tags, line)
        self._line = line
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        popup = QListView()
        popup.setProperty("surface", "popover")
        self.setPopup(popup)

    @override
    def splitPath(self, path: str) -> list[str]:
        return [path.rpartition(",")[2].strip()]

    @override
    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        before, comma, _ = self._line.text().rpartition(",")
        chosen = tags_line((str(index.data()),))
        return f"{before}{comma} {chosen}" if comma else chosen


class TagsLine(QLineEdit):
    """A line edit for tags."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._known = QStringListModel(self)
        self._source: Callable[[], Iterable[str]] | None = None
        self.setCompleter(_LastTag(self._known, self))
        self.setPlaceholderText("auth, deploy")

    def offer(self, tags: list[str]) -> None:
        """Complete from these tags."""
        self._known.setStringList(tags)

    def ask(self, source: Callable[[], Iterable[str]]) -> None:
        """Complete from the tags that ``source`` names whenever the cursor comes here."""
        self._source = source

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        if self._source is not None and event.reason() != Qt.FocusReason.PopupFocusReason:
            self.offer(list(self._source()))
        super().focusInEvent(event)

    @property
    def completions(self) -> QObject:
        """The completer."""
        return self.completer()
