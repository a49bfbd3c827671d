"""What stands above the results: how many were kept, the legend, and remarks on the search."""

from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget
from typing_extensions import override

from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.buttons import push_button
from memento_gui.qt.widgets.label import BOLD, label
from memento_gui.qt.widgets.score_bar import ScoreBar, paint_bar

_BOX: Final = 10
_GAP: Final = 16
_NARROW_GAP: Final = 10
S_LEGEND: Final = (
    ("relevance", "Relevance"),
    ("recency", "Recency"),
    ("importance", "Importance"),
    ("usage", "Usage"),
    ("duplication", "Lost to duplication"),
)
WORD_LEGEND: Final = (("relevance", "Text rank"), ("recency", "Recency"), ("usage", "Revisions"))

_SHORT: Final = {"duplication": "Duplicates"}


class Legend(QWidget):
    """Which colour is which part of the bars."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._entries: tuple[tuple[str, str], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_entries(self, entries: tuple[tuple[str, str], ...], keep: str) -> None:
        """Show (token, label) pairs, and what is said of the keep threshold if one is applied."""
        self._entries = entries + ((("threshold", keep),) if keep else ())
        self.setAccessibleName("Legend: " + ", ".join(text for _, text in self._entries) if self._entries else "")
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(font(11))
        width = sum(_BOX + 6 + metrics.horizontalAdvance(text) + _GAP for _, text in self._entries)
        return QSize(max(0, width - _GAP) + 2, 16)

    @property
    def _shown(self) -> tuple[tuple[tuple[str, str], ...], int]:
        """The entries and the gap between them, both shorter where there is no room."""
        if self.width() >= self.sizeHint().width():
            return self._entries, _GAP
        return tuple((hue, _SHORT.get(hue, text)) for hue, text in self._entries), _NARROW_GAP

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(0, 16)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.tokens
        painter = QPainter(self)
        painter.setFont(font(11))
        left = 0.0
        entries, gap = self._shown
        for hue, text in entries:
            box = QRectF(left, 3, _BOX, _BOX)
            if hue == "duplication":
                paint_bar(painter, box, ScoreBar(parts=(("relevance", 1.0),), taken=1.0), colours, colours.bg_base)
            elif hue == "threshold":
                painter.fillRect(QRectF(left + 4, 1, 1.5, 14), colours.threshold)
            else:
                painter.fillRect(box, colours.colour(hue))
            painter.setPen(colours.text_secondary)
            width = painter.fontMetrics().horizontalAdvance(text)
            painter.drawText(QRectF(left + _BOX + 6, 0, width + 2, 16), Qt.AlignmentFlag.AlignVCenter, text)
            left += _BOX + 6 + width + gap
        painter.end()


class ResultHeader(QWidget):
    """How many of how many were kept, and the legend."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kept = label(size=12, weight=BOLD)
        self._of = label(size=12, tone="secondary")
        self.legend = Legend(theme)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 0, 16, 0)
        layout.setSpacing(4)
        layout.addWidget(self._kept)
        layout.addWidget(self._of)
        layout.addStretch(1)
        layout.addWidget(self.legend)
        self.setFixedHeight(36)

    def show_counts(self, kept: str, of: str) -> None:
        """Show the counts in words: what counts, and of what."""
        self._kept.setText(kept)
        self._of.setText(of)

    @property
    def text(self) -> str:
        """The counts as shown."""
        return f"{self._kept.text()} {self._of.text()}"


class Remarks(QWidget):
    """Sentences about the search, one a line, on the colour of warnings; hidden while there is nothing to say."""

    followed = Signal()
    """The button was pressed."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.button = push_button("")
        self.button.hide()
        self.button.clicked.connect(self.followed)
        self._words = label(wrap=True)
        self._icon = label()
        self._icon.setFixedSize(16, 20)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 8, 16, 8)
        layout.setSpacing(8)
        layout.addWidget(self._icon)
        layout.addWidget(self._words, 1)
        layout.addWidget(self.button)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        theme.changed.connect(self._tint)
        self._tint()
        self.hide()

    def show_remarks(self, remarks: tuple[str, ...], *, offer: str = "") -> None:
        """Show these sentences instead, and what a button at their right offers."""
        self.button.setText(offer)
        self.button.setVisible(bool(offer))
        self._words.setText("\n".join(remarks))
        self._words.setAccessibleName(" ".join(remarks))
        self.setVisible(bool(remarks))

    @property
    def text(self) -> str:
        """What is shown."""
        return self._words.text()

    def _tint(self) -> None:
        colour = self._theme.tokens.warning
        self._icon.setPixmap(self._theme.pixmap("warning", colour, ratio=self.devicePixelRatioF()))
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.tokens.warning_bg)
        painter.end()
