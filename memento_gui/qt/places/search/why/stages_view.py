"""The stages of a search, one under another: passed, failed or not reached."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.model.searches.stages import Stage
from memento_gui.qt.phrases import type_label
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.label import MEDIUM, label

_MARK: Final = 20
_TONES: Final = {True: "ok", False: "danger", None: "tertiary"}


class _Mark(QWidget):
    """A tick, a cross or three dots in a circle, and the line to the next stage."""

    def __init__(self, theme: Theme, passed: bool | None, *, last: bool) -> None:  # noqa: FBT001
        super().__init__()
        self._theme, self._passed, self._last = theme, passed, last
        self.setFixedWidth(_MARK + 8)
        theme.changed.connect(self.update)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.tokens
        ground = {True: colours.ok_bg, False: colours.danger_bg, None: colours.bg_rail}[self._passed]
        ink = {True: colours.ok, False: colours.danger, None: colours.text_secondary}[self._passed]
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self._last:
            painter.fillRect(QRectF(_MARK / 2 - 0.5, _MARK, 1, self.height() - _MARK), colours.line_strong)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawEllipse(QRectF(0, 0, _MARK, _MARK))
        painter.setPen(QPen(ink, 1.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        if self._passed:
            painter.drawPolyline([QPointF(6, 10.5), QPointF(9, 13.5), QPointF(14.5, 7)])
        elif self._passed is False:
            painter.drawLine(QPointF(7, 7), QPointF(13, 13))
            painter.drawLine(QPointF(13, 7), QPointF(7, 13))
        else:
            painter.setPen(QPen(ink, 2.2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            for x in (6, 10, 14):
                painter.drawPoint(QPointF(x, 10))
        painter.end()


class StagesView(QWidget):
    """All stages of one answer."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._stages: tuple[Stage, ...] = ()
        self._rows: list[QWidget] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)

    @property
    def stages(self) -> tuple[Stage, ...]:
        """What is shown."""
        return self._stages

    def show_stages(self, stages: Sequence[Stage]) -> None:
        """Show the stages of another answer."""
        self._stages = tuple(stages)
        for row in self._rows:
            self._layout.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = [self._row(stage, last=stage is stages[-1]) for stage in stages]
        for row in self._rows:
            self._layout.addWidget(row)

    def _row(self, stage: Stage, *, last: bool) -> QWidget:
        row = QWidget()
        row.setAccessibleName(f"{type_label(stage.key)}: {stage.note}. {stage.text}")
        heading = QHBoxLayout()
        heading.addWidget(label(type_label(stage.key), weight=MEDIUM))
        heading.addStretch(1)
        note: QLabel = label(stage.note, size=12, tone=_TONES[stage.passed])
        heading.addWidget(note)
        words = QVBoxLayout()
        words.setContentsMargins(0, 0, 0, 0 if last else 10)
        words.setSpacing(1)
        words.addLayout(heading)
        words.addWidget(label(stage.text, size=12, tone="secondary", wrap=True))
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(4)
        line.addWidget(_Mark(self._theme, stage.passed, last=last))
        line.addLayout(words, 1)
        return row
