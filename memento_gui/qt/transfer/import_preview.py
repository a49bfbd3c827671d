"""What an import would bring, seen before anything is written: what is added, what exists, what is odd."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QDialog,
    QHBoxLayout,
    QListView,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from memento_gui.domain.memory import Memory
from memento_gui.model.values import ImportReport
from memento_gui.qt.phrases import memories_text
from memento_gui.qt.theme import font
from memento_gui.qt.widgets.buttons import push_button
from memento_gui.qt.widgets.fitting import open_as
from memento_gui.qt.widgets.label import BOLD, MEDIUM, breakable, label

_LISTED: Final = 1_000
_CHARACTERS: Final = 160


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """A report, and the first of the memories by their headlines."""

    report: ImportReport
    listed: tuple[str, ...] = ()

    @property
    def heading(self) -> str:
        """What the list shows."""
        more = self.report.added - len(self.listed)
        return f"To add: {memories_text(self.report.added)}{f', of which the first {len(self.listed):,}' if more else ''}"


def preview_of(report: ImportReport, memories: Sequence[Memory]) -> Preview:
    """Return what to show of an import; quick whatever its size."""
    return Preview(report=report, listed=tuple(_line(memory) for memory in memories[:_LISTED]))


def _line(memory: Memory) -> str:
    words = " ".join(memory.headline.split()) or "(no words)"
    if memory.title and memory.content.strip():
        words += f" — {' '.join(memory.content[:_CHARACTERS].split())}"
    words = words if len(words) <= _CHARACTERS else f"{words[: _CHARACTERS - 1]}…"
    return f"{words} (in the trash)" if memory.in_trash else words


def report_lines(report: ImportReport) -> str:
    """Return what is odd about an import, one remark a line."""
    odd = [f"{problem.place}: {problem.what}" for problem in report.problems]
    return "\n".join([*report.notes, *odd])


class ImportPreview(QDialog):
    """Asks whether to import; nothing is written until the answer is yes."""

    agreed = Signal(bool)
    """Do it; whether memories that are here take over the words and tags of the file."""

    def __init__(self, preview: Preview, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        report = preview.report
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"Import {report.source}")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        layout.addWidget(label(f"Import {report.source}?", size=15, weight=BOLD, wrap=True))
        layout.addWidget(label(report.forecast, tone="secondary", wrap=True))
        if preview.listed:
            self._show_list(preview, layout)
        odd = report_lines(report)
        if odd:
            self._show_odd(odd, layout)
        open_as(self, 680, 160 + 200 * bool(preview.listed) + 160 * bool(odd))
        self.update_box = QCheckBox(
            "Let these memories take over the title, words and tags of the file; Undo takes it back"
        )
        self.update_box.setVisible(bool(report.differing))
        layout.addWidget(self.update_box)
        layout.addStretch(0)
        layout.addLayout(self._buttons(report))
        next(button for button in reversed(self.findChildren(QPushButton)) if button.isEnabled()).setFocus()

    def _show_list(self, preview: Preview, layout: QVBoxLayout) -> None:
        layout.addWidget(label(preview.heading, weight=MEDIUM))
        listed = QListView()
        listed.setAccessibleName(preview.heading)
        listed.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        listed.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        listed.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        listed.setWordWrap(True)
        listed.setSpacing(3)  # where one ends and the next begins
        listed.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        listed.setModel(QStringListModel([breakable(line) for line in preview.listed], listed))
        layout.addWidget(listed, 2)

    def _show_odd(self, odd: str, layout: QVBoxLayout) -> None:
        layout.addWidget(label("Worth knowing", weight=MEDIUM))
        shown = QPlainTextEdit()
        shown.setReadOnly(True)
        shown.setFont(font(12, fixed=True))
        shown.setPlainText(odd)
        shown.setAccessibleName("What is odd")
        layout.addWidget(shown, 1)

    def _buttons(self, report: ImportReport) -> QHBoxLayout:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        cancel = push_button("Cancel" if report.brings or report.differing else "Close")
        cancel.clicked.connect(self.reject)
        buttons.addWidget(cancel)
        if report.brings or report.differing:
            agree = push_button("Import", kind="primary")
            agree.setDefault(True)
            agree.setEnabled(report.brings)
            self.update_box.toggled.connect(lambda on: agree.setEnabled(on or report.brings))
            agree.clicked.connect(self.accept)
            agree.clicked.connect(lambda: self.agreed.emit(self.update_box.isChecked()))
            buttons.addWidget(agree)
        return buttons
