"""The stacked score bar: solid length is the score, hatching is what was taken away."""

from dataclasses import dataclass

from PySide6.QtCore import QLineF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from memento_gui.qt.theme import Theme
from memento_gui.qt.tokens import Tokens

_FADED = 0.45
_GAP = 1.0
_TICK = 2.0
_OVERHANG = 2.0
_THRESHOLD = 1.5


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreBar:
    """What a bar shows, in units of score.

    ``parts`` are (token name, weight x signal) from the left, none negative; their sum is P. ``taken`` is what is
    subtracted from P, hatched in the colour ``taken_as``. ``full`` is the score at full width. ``thresholds`` are lines.
    ``faded`` marks a result below the keep threshold.
    """

    parts: tuple[tuple[str, float], ...]
    taken: float = 0.0
    taken_as: str = "duplication"
    full: float = 1.0
    thresholds: tuple[float, ...] = ()
    tick: bool = False
    faded: bool = False

    @property
    def whole(self) -> float:
        """P: the parts' sum."""
        return sum(value for _, value in self.parts)

    @property
    def score(self) -> float:
        """S: what is left after ``taken``."""
        return self.whole - self.taken


def paint_bar(painter: QPainter, area: QRectF, bar: ScoreBar, colours: Tokens, background: QColor) -> None:
    """Paint a bar.

    Args:
        painter: Without antialiasing; its state is kept.
        area: The bar itself, in logical pixels; tick and thresholds stand 2 px over it, above and below.
        bar: What to show.
        colours: The theme's tokens.
        background: What lies behind the bar; gaps and hatching show it.
    """
    scale = area.width() / bar.full
    painter.fillRect(area, colours.bg_track)
    if bar.taken > 0:
        _hatch(painter, area, (max(bar.score, 0.0) * scale, bar.whole * scale), colours.colour(bar.taken_as), background)
    paint_parts(painter, area, bar, colours, background)
    for threshold in bar.thresholds:
        _line(painter, area, threshold * scale, _THRESHOLD, colours.threshold, background)
    if bar.tick and bar.score > 0:
        _line(painter, area, min(bar.score, bar.full) * scale, _TICK, colours.text, None)


def paint_parts(painter: QPainter, area: QRectF, bar: ScoreBar, colours: Tokens, background: QColor) -> None:
    """Paint the solid parts only, clipped at the score."""
    scale = area.width() / bar.full
    end = min(max(bar.score, 0.0), bar.full)
    start = 0.0
    drawn = [(name, value) for name, value in bar.parts if value > 0]
    for index, (name, value) in enumerate(drawn):
        stop = min(start + value, end)
        width = (stop - start) * scale
        if width > 0:
            last = index == len(drawn) - 1 or stop >= end
            colour = blended(colours.colour(name), background, _FADED) if bar.faded else colours.colour(name)
            left = area.left() + start * scale
            if not last:
                painter.fillRect(QRectF(left, area.top(), width, area.height()), background)
            painter.fillRect(QRectF(left, area.top(), max(1.0, width if last else width - _GAP), area.height()), colour)
        start += value


def blended(colour: QColor, background: QColor, opacity: float) -> QColor:
    """Return ``colour`` at an opacity in [0, 1] over an opaque background, as an opaque colour."""
    return QColor.fromRgbF(
        colour.redF() * opacity + background.redF() * (1 - opacity),
        colour.greenF() * opacity + background.greenF() * (1 - opacity),
        colour.blueF() * opacity + background.blueF() * (1 - opacity),
    )


def _hatch(painter: QPainter, area: QRectF, span: tuple[float, float], colour: QColor, background: QColor) -> None:
    left, right = (min(x, area.width()) for x in span)
    box = QRectF(area.left() + left, area.top(), max(1.0, right - left), area.height())
    painter.save()
    painter.fillRect(box, background)
    painter.setClipRect(box)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, 1.5))
    height = box.height()
    x = box.left() - height
    lines = []
    while x < box.right():
        lines.append(QLineF(x, box.bottom(), x + height, box.top()))
        x += 4.0
    painter.drawLines(lines)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    painter.setPen(QPen(colour, 1.0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))
    painter.restore()


def _line(painter: QPainter, area: QRectF, x: float, width: float, colour: QColor, background: QColor | None) -> None:
    if not 0 <= x <= area.width() + 0.5:
        return
    top, height = area.top() - _OVERHANG, area.height() + 2 * _OVERHANG
    left = area.left() + x - width / 2
    if background is not None:
        painter.fillRect(QRectF(left - _GAP, area.top(), width + 2 * _GAP, area.height()), background)
    painter.fillRect(QRectF(left, top, width, height), colour)


class ScoreBarView(QWidget):
    """A bar in a pane; 14 px high unless told otherwise."""

    def __init__(
        self, theme: Theme, *, height: int = 14, background: str = "bg_base", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._bar_height = height
        self._background = background
        self._bar = ScoreBar(parts=())
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(height + 2 * int(_OVERHANG))
        theme.changed.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        return QSize(160, self._bar_height + 2 * int(_OVERHANG))

    def show_bar(self, bar: ScoreBar) -> None:
        """Show another bar."""
        self._bar = bar
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        area = QRectF(0, _OVERHANG, self.width(), self._bar_height)
        colours = self._theme.tokens
        paint_bar(painter, area, self._bar, colours, colours.colour(self._background))
        painter.end()
