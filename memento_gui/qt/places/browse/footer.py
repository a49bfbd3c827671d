"""The footer of Browse: how many are selected and shown, and what the colours of the bars mean."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget
from typing_extensions import override

from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.buttons import push_button
from memento_gui.qt.widgets.label import label

_SIGNALS = (("recency", "Recency"), ("importance", "Importance"), ("usage", "Usage"))


class Legend(QWidget):
    """Squares in the signals' colours with their names."""

    def __init__(self, theme: Theme, note: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._note = note
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        theme.changed.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(font(11))
        return QSize(
            sum(metrics.horizontalAdvance(name) + 30 for _, name in _SIGNALS) + metrics.horizontalAdvance(self._note), 16
        )

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(0, 16)

    def say(self, note: str) -> None:
        """Show another note after the colours."""
        self._note = note
        self.updateGeometry()
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self.width() < self.sizeHint().width():
            return
        colours = self._theme.tokens
        painter = QPainter(self)
        painter.setFont(font(11))
        metrics = painter.fontMetrics()
        left, middle = 0, self.height() // 2
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine
        for colour, name in _SIGNALS:
            painter.fillRect(left, middle - 5, 10, 10, colours.colour(colour))
            painter.setPen(colours.text_secondary)
            painter.drawText(left + 14, 0, 200, self.height(), flags, name)
            left += metrics.horizontalAdvance(name) + 30
        painter.setPen(colours.text_tertiary)
        painter.drawText(left, 0, 400, self.height(), flags, self._note)
        painter.end()


class Footer(QFrame):
    """Says "3 of 12,482 selected", or how few of all the filter shows."""

    cleared = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(32)
        self._theme = theme
        self._words = label(size=12, tone="secondary")
        self._clear = push_button("clear filter", kind="link")
        self._clear.setFont(font(12))
        self.legend = Legend(theme, "full bar 0.5")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 0, 12, 0)
        layout.setSpacing(6)
        layout.addWidget(self._words)
        layout.addWidget(self._clear)
        layout.addStretch(1)
        layout.addWidget(self.legend)
        self._clear.clicked.connect(self.cleared)
        self.say(0, 0, 0, filtered=False)

    @property
    def words(self) -> str:
        """What it says."""
        return self._words.text()

    def say(self, selected: int, shown: int, total: int, *, filtered: bool) -> None:
        """Say how many are selected, and shown of all."""
        chosen = f"{selected:,} of {shown:,} selected"
        self._words.setText(
            f"{shown:,} of {total:,}{f', {selected:,} selected' if selected else ''} ·" if filtered else chosen
        )
        self._clear.setVisible(filtered)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(0, 0, self.width(), 1, self._theme.tokens.line)
        painter.end()
