"""What stands in place of results: what to do, or that nothing was found."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from memento_gui.qt.widgets.buttons import push_button
from memento_gui.qt.widgets.label import BOLD, label


class EmptyResults(QWidget):
    """A heading, a sentence, and a button that clears the line."""

    cleared = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._heading = label(size=16, weight=BOLD)
        self._sentence = label(tone="secondary", wrap=True)
        self._sentence.setFixedWidth(440)
        self._button = push_button("Clear the line")
        self._button.clicked.connect(self.cleared)
        layout = QVBoxLayout(self)
        layout.setSpacing(8)
        layout.addStretch(2)
        for widget in (self._heading, self._sentence, self._button):
            layout.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(3)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignHCenter)

    def show_text(self, heading: str, sentence: str, *, clear: bool) -> None:
        """Show other words, with or without the button."""
        self._heading.setText(heading)
        self._sentence.setText(sentence)
        self._button.setVisible(clear)

    @property
    def heading(self) -> str:
        """What it says first."""
        return self._heading.text()
