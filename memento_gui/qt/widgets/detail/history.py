"""The History tab: earlier words, what each change did, and the way back."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from memento_gui.domain.memory import Revision
from memento_gui.qt.phrases import ago_text, days_between, moment_text
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import IconPushButton, push_button
from memento_gui.qt.widgets.choice import Choice
from memento_gui.qt.widgets.detail.side_by_side import SideBySide, State
from memento_gui.qt.widgets.detail.values import Detail
from memento_gui.qt.widgets.difference import difference
from memento_gui.qt.widgets.label import label
from memento_gui.qt.widgets.markdown_view import PlainBrowser


class HistoryPage(QWidget):
    """One earlier revision at a time, beside what followed it."""

    restored = Signal(int)
    """The words of a revision (its number) are to become the present ones."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._detail: Detail | None = None
        self._pick = Choice()
        self._pick.setAccessibleName("Revision")
        self._restore = IconPushButton(theme, "Restore", "restore")
        self._restore.setAccessibleName("Restore these words")
        self._beside = push_button("Side by side…")
        self._changes = PlainBrowser(theme)
        self._changes.setAccessibleName("What changed")
        self._empty = label("These are its first words; nobody edited them yet.", tone="tertiary", wrap=True)
        self._caption = label(size=12, tone="secondary", wrap=True)
        bar = QHBoxLayout()
        bar.setSpacing(8)
        bar.addWidget(self._pick, 1)
        bar.addWidget(self._beside)
        bar.addWidget(self._restore)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(8)
        layout.addWidget(self._empty, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(bar)
        layout.addWidget(self._caption)
        layout.addWidget(self._changes, 1)
        self._pick.currentIndexChanged.connect(self._show)
        self._restore.clicked.connect(self._ask)
        self._beside.clicked.connect(self._compare)
        theme.changed.connect(self._show)

    def show_detail(self, detail: Detail) -> None:
        """Show a memory's revisions, the latest first; the picked one stays picked."""
        picked = self._pick.currentData()
        same = self._detail is not None and self._detail.memory.id == detail.memory.id
        self._detail = detail
        self._pick.blockSignals(True)
        self._pick.clear()
        for revision in self._revisions():
            when = moment_text(revision.replaced_ms)
            self._pick.addItem(f"Revision {revision.number}, replaced {when}", revision.number)
        if same and picked is not None:
            self._pick.setCurrentIndex(max(0, self._pick.findData(picked)))
        self._pick.blockSignals(False)
        there = bool(detail.revisions)
        self._empty.setVisible(not there)
        for part in (self._pick, self._beside, self._restore, self._changes, self._caption):
            part.setVisible(there)
        self._restore.setEnabled(not detail.read_only and not detail.memory.in_trash)
        self._show()

    def _revisions(self) -> list[Revision]:
        assert self._detail is not None
        return sorted(self._detail.revisions, key=lambda revision: -revision.number)

    def _show(self) -> None:
        if self._detail is None or not self._detail.revisions or self._pick.currentIndex() < 0:
            return
        revisions, at = self._revisions(), self._pick.currentIndex()
        before = revisions[at]
        after = revisions[at - 1] if at else None
        next_title = after.title if after else self._detail.memory.title
        next_text = after.content if after else self._detail.memory.content
        ago = ago_text(days_between(self._detail.now_ms, before.replaced_ms))
        what = "what followed it" if after else "the present words"
        self._caption.setText(f"Replaced {ago}. Red lines were taken out, green lines came in; compared with {what}.")
        title = "" if before.title == next_title else difference(before.title, next_title, self._theme.tokens)
        self._changes.setHtml(title + difference(before.content, next_text, self._theme.tokens))

    def _compare(self) -> None:
        """Show the picked revision beside what followed it, in a window where any two can be picked."""
        if self._detail is None or self._pick.currentIndex() < 0:
            return
        memory, at = self._detail.memory, self._pick.currentIndex()
        states = [State(name="The present words", title=memory.title, content=memory.content)]
        states += [
            State(
                name=f"Revision {revision.number}, replaced {moment_text(revision.replaced_ms)}",
                title=revision.title,
                content=revision.content,
                number=revision.number,
            )
            for revision in self._revisions()
        ]
        writing = not self._detail.read_only and not memory.in_trash
        dialog = SideBySide(self._theme, states, left=at + 1, right=at, writing=writing, parent=self)
        dialog.restored.connect(self.restored)
        dialog.open()

    def _ask(self) -> None:
        number = self._pick.currentData()
        if number is not None:
            self.restored.emit(int(number))
