"""The panel that says why one result stands above another, and what would swap them."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from memento_gui.engine.explain import signed
from memento_gui.model.searches.inquiring import Above
from memento_gui.qt.phrases import score_text
from memento_gui.qt.places.search.why.change_rows import ChangeRows, tried_text
from memento_gui.qt.places.search.why.panel import Foldable, in_tab_order, scrolled
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import push_button
from memento_gui.qt.widgets.label import BOLD, MEDIUM, ElidedLabel, label, separator

ASK = "Select two results (Ctrl+click), or one that is not the first, and ask again."


class AbovePanel(QWidget):
    """Emits wishes and shows answers; it asks nobody."""

    pressed = Signal(object)
    """A `Change` is to be applied."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.answer: Above | None = None
        self.sentence = label(ASK, size=12, tone="secondary", wrap=True)
        self._titles = ElidedLabel(weight=MEDIUM), ElidedLabel(weight=MEDIUM)
        self._table = QWidget()
        self._grid = QGridLayout(self._table)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnStretch(0, 1)
        self.swaps = ChangeRows(theme)
        self._tried = label(size=11, tone="tertiary", wrap=True)
        self._swaps = Foldable("", [self.swaps, self._tried])
        self._copy = push_button("Copy")
        self.swaps.pressed.connect(self.pressed)
        self._copy.clicked.connect(self.copy)
        self._lay_out()
        self.ask()

    def _lay_out(self) -> None:
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        column.addWidget(label("Why A above B?", size=15, weight=BOLD))
        column.addWidget(self.sentence)
        for title in self._titles:
            column.addWidget(title)
        column.addWidget(self._table)
        column.addWidget(self._swaps)
        foot = QHBoxLayout()
        foot.addWidget(self._copy)
        foot.addStretch(1)
        column.addLayout(foot)
        column.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scrolled(body, "Why A above B?"))

    def ask(self, sentence: str = ASK) -> None:
        """Show no answer, and what to do."""
        self.answer = None
        self.sentence.setText(sentence)
        for part in (*self._titles, self._table, self._swaps, self._copy):
            part.hide()

    def show_answer(self, answer: Above, titles: tuple[str, str], *, writable: bool) -> None:
        """Show a comparison."""
        self.answer = answer
        gap = answer.upper_score - answer.lower_score
        apart = " Only A reaches the keep threshold." if answer.kept_apart else ""
        self.sentence.setText(f"A is ahead by {gap:.3f}.{apart}".replace("-", "\u2212"))
        for letter, rank, title, shown in zip(
            "AB", (answer.upper_rank, answer.lower_rank), titles, self._titles, strict=True
        ):
            shown.setText(f"{letter} · rank {rank} · {title}")
            shown.show()
        self._fill(answer)
        self._table.show()
        heading = "They swap at any one of these" if answer.swaps else "No single number was found that swaps them."
        self._swaps.heading.setText(heading)
        self.swaps.show_changes(answer.swaps, allowed=writable)
        self._tried.setText(tried_text(answer.swaps))
        self._swaps.show()
        self._copy.show()
        in_tab_order(*self.swaps.rows, self._copy)

    def copy(self) -> None:
        """Put the comparison on the clipboard."""
        if self.answer is not None:
            QGuiApplication.clipboard().setText(self.answer.text)

    def _fill(self, answer: Above) -> None:
        while self._grid.count():
            item = self._grid.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        rows = [(t.label, signed(t.upper), signed(t.lower), signed(t.difference)) for t in answer.terms]
        gap = answer.upper_score - answer.lower_score
        total = ("Score", score_text(answer.upper_score), score_text(answer.lower_score), signed(gap))
        for column, text in enumerate(("", "A", "B", "A − B")):
            self._grid.addWidget(_cell(text, column, tone="tertiary"), 0, column)
        for number, row in enumerate(rows, start=1):
            for column, text in enumerate(row):
                self._grid.addWidget(_cell(text, column), number, column)
        self._grid.addWidget(separator(), len(rows) + 1, 0, 1, 4)
        for column, text in enumerate(total):
            self._grid.addWidget(_cell(text, column, bold=True), len(rows) + 2, column)


def _cell(text: str, column: int, *, tone: str = "", bold: bool = False) -> QLabel:
    made = label(text, tone=tone, weight=BOLD) if bold else label(text, tone=tone)
    if column:
        made.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return made
