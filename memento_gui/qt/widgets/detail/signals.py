"""The signals of a memory as bars, and its decay with the dates at which it crosses a threshold."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.qt.phrases import ahead_text
from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.detail.values import Detail, Standing
from memento_gui.qt.widgets.label import MEDIUM, ElidedLabel, label

_ROW = 24
_LABEL = 84
_BAR = 80
_PLOT = 146


class SignalBars(QWidget):
    """One row a signal: its name, a bar, its value and what it is made of."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: tuple[tuple[str, str, float, str], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(3 * _ROW)
        theme.changed.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        return QSize(300, 3 * _ROW)

    def show_standing(self, standing: Standing) -> None:
        """Show a memory's signals."""
        self._rows = (
            ("Recency", "recency", standing.recency, standing.recency_note),
            ("Importance", "importance", standing.importance, standing.importance_note),
            ("Usage", "usage", standing.usage, standing.usage_note),
        )
        self.setAccessibleName(", ".join(f"{name} {value:.3f}: {note}" for name, _, value, note in self._rows))
        self.setToolTip("\n".join(f"{name} {value:.3f}: {note}" for name, _, value, note in self._rows))
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        for index, row in enumerate(self._rows):
            self._paint_row(painter, QRectF(0, index * _ROW, self.width(), _ROW), *row)
        painter.end()

    def _paint_row(self, painter: QPainter, area: QRectF, name: str, colour: str, value: float, note: str) -> None:
        colours = self._theme.tokens
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        label_width = max(_LABEL, QFontMetrics(font(12)).horizontalAdvance("Importance") + 10)
        painter.setFont(font(12))
        painter.setPen(colours.text_secondary)
        painter.drawText(QRectF(area.left(), area.top(), label_width, area.height()), left, name)
        track = QRectF(area.left() + label_width, area.center().y() - 3, _BAR, 6)
        painter.fillRect(track, colours.bg_track)
        if value > 0:
            painter.fillRect(
                QRectF(track.left(), track.top(), max(1.0, track.width() * min(value, 1.0)), 6), colours.colour(colour)
            )
        painter.setFont(font(12, MEDIUM))
        painter.setPen(colours.text)
        number = QRectF(track.right() + 8, area.top(), QFontMetrics(font(12, MEDIUM)).horizontalAdvance("0.000") + 2, _ROW)
        painter.drawText(number, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, f"{value:.3f}")
        rest = QRectF(number.right() + 10, area.top(), area.right() - number.right() - 10, area.height())
        painter.setFont(font(11))
        painter.setPen(colours.text_secondary)
        shown = QFontMetrics(font(11)).elidedText(note, Qt.TextElideMode.ElideRight, int(rest.width()) + 1)
        painter.drawText(rest, left, shown)


class DecayDates(QWidget):
    """A slot for the curve, and under it when the memory stops being promoted and when it would be forgotten."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._slot = QVBoxLayout()
        self._promote = label(size=12, tone="secondary")
        self._promote_when = ElidedLabel(size=12)
        self._forget = label(size=12, tone="secondary")
        self._forget_when = ElidedLabel(size=12)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(self._slot)
        for words, when in ((self._promote, self._promote_when), (self._forget, self._forget_when)):
            when.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            line = QHBoxLayout()
            line.addWidget(words)
            line.addWidget(when, 1)
            words.setFixedHeight(_ROW)
            layout.addLayout(line)

    def mount(self, curve: QWidget) -> None:
        """Put the curve into its slot."""
        curve.setFixedHeight(_PLOT)
        self._slot.addWidget(curve)

    def show_detail(self, detail: Detail) -> None:
        """Show a memory's dates."""
        decay, fading = detail.parameters.decay, detail.fading
        self._promote.setText(f"Stops promoting, below {decay.promote:.2f}")
        self._promote_when.setText(ahead_text(fading.promote_days, detail.now_ms))
        self._forget.setText(f"Would be forgotten, below {decay.forget:.2f}")
        pinned = detail.memory.pinned
        self._forget_when.setText("never, it is pinned" if pinned else ahead_text(fading.forget_days, detail.now_ms))
