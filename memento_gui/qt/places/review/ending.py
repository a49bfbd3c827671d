"""The screen without a card: done for today, nothing due, or no cards yet."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from memento_gui.qt.widgets.buttons import push_button
from memento_gui.qt.widgets.label import BOLD, label


class Ending(QWidget):
    """A heading, a sentence, and a way back to the memories."""

    browse = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._heading = label(size=20, weight=BOLD)
        self._sentence = label(tone="secondary", wrap=True)
        self._sentence.setFixedWidth(440)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.button = push_button("Go to Browse")
        self.button.clicked.connect(self.browse)
        layout = QVBoxLayout(self)
        layout.setSpacing(12)
        layout.addStretch(2)
        for widget in (self._heading, self._sentence, self.button):
            layout.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(3)

    def show_text(self, heading: str, sentence: str) -> None:
        """Show other words."""
        self._heading.setText(heading)
        self._sentence.setText(sentence)

    @property
    def text(self) -> str:
        """What is shown."""
        return f"{self._heading.text()}: {self._sentence.text()}"
