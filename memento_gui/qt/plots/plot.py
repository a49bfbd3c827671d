"""The base of all plots: a view in the theme's colours, to which curves, handles and labels are added by name."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final, Protocol

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QMargins, QObject, QRectF, Qt
from PySide6.QtGui import QFont, QPaintEngine, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.domain.arrays import FloatArray
from memento_gui.qt.plots.ground import Ground, Span
from memento_gui.qt.plots.handles import ThresholdLine
from memento_gui.qt.plots.labels import HaloLabel, Spot
from memento_gui.qt.plots.placing import apart
from memento_gui.qt.plots.strokes import Stroke
from memento_gui.qt.plots.ticks import Ticks
from memento_gui.qt.theme import Theme
from memento_gui.qt.tokens import Tokens

_EMPTY: Final = np.zeros(0)
_LINE: Final = 15.0
"""Pixels between the middles of two labels above each other."""


class Tinted(Protocol):
    """An item that paints in the theme's colours."""

    def repaint_with(self, colours: Tokens) -> None:
        """Take over a theme's colours."""
        ...


class _Dots(pg.ScatterPlotItem):  # type: ignore[misc]  # pyqtgraph has no types
    """Dots of one size in pixels; hundreds are drawn from one picture."""

    def __init__(self, colour: str, size: float) -> None:
        super().__init__(size=size, pen=None, pxMode=True)
        self._token = colour

    def repaint_with(self, colours: Tokens) -> None:
        """Take over a theme's colours."""
        self.setBrush(colours.colour(self._token))


class _Curve(pg.PlotCurveItem):  # type: ignore[misc]  # pyqtgraph has no types
    """A curve whose pen is as wide in a drawing as on the screen.

    An SVG would say of a cosmetic pen that it does not scale, which many programs that read one do not know.
    """

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None) -> None:
        """Draw in pixels, where a file is drawn."""
        if painter.paintEngine().type() is not QPaintEngine.Type.SVG:
            super().paint(painter, option, widget)
            return
        pen = QPen(self.opts["pen"])
        pen.setCosmetic(False)
        in_pixels = painter.transform().map(self.getPath())
        painter.save()
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.strokePath(in_pixels, pen)
        painter.restore()


class Plot(QWidget):
    """A plot with fixed axes: nothing zooms, pans, or opens a menu.

    Curves are antialiased: with at most 200 points and one item each that costs 0.3 ms for five curves. It is in one
    batched item that wide antialiased pens cost thirty times as much.
    """

    def __init__(
        self, theme: Theme, margins: QMargins, *, interactive: bool = False, parent: QWidget | None = None
    ) -> None:
        """Make an empty plot; ``margins`` are the pixels around the plotting area, where axis texts and labels stand."""
        super().__init__(parent)
        self._theme = theme
        self._margins = margins
        self._strokes: dict[str, Stroke] = {}
        self._curves: dict[str, Any] = {}
        self._points: dict[str, tuple[FloatArray, FloatArray]] = {}
        self._scatters: dict[str, _Dots] = {}
        self._dotted: dict[str, tuple[FloatArray, FloatArray]] = {}
        self._labels: dict[str, HaloLabel] = {}
        self._tinted: list[Tinted] = []
        self._view = pg.GraphicsView(parent=self, background=None)
        self._view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        if not interactive:
            self._view.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._view)
        self._box = self._make_box()
        self.ground = Ground(theme.tokens)
        self._view.scene().addItem(self.ground)
        self._tinted.append(self.ground)
        theme.changed.connect(self._repaint)
        self._repaint()

    def _make_box(self) -> Any:
        """Return the box that maps data to pixels. It does not clip: handles and labels may stand half outside."""
        frame = pg.GraphicsLayout()
        m = self._margins
        frame.setContentsMargins(m.left(), m.top(), m.right(), m.bottom())
        box = pg.ViewBox(enableMouse=False, enableMenu=False, defaultPadding=0.0)
        box.disableAutoRange()
        box.setFlag(box.GraphicsItemFlag.ItemClipsChildrenToShape, False)
        frame.addItem(box)
        self._view.setCentralItem(frame)
        return box

    @property
    def area(self) -> QRectF:
        """The plotting area in pixels."""
        m = self._margins
        width, height = self.width() - m.left() - m.right(), self.height() - m.top() - m.bottom()
        return QRectF(m.left(), m.top(), max(1, width), max(1, height))

    # --- what is shown ---

    def curve(self, name: str) -> tuple[FloatArray, FloatArray]:
        """Return a curve's points; KeyError if there is no such curve, empty arrays while it is hidden."""
        return self._points[name]

    @property
    def shown_curves(self) -> list[str]:
        """The names of the curves that have points."""
        return [name for name in self._curves if len(self.curve(name)[0])]

    @property
    def numbers(self) -> dict[str, tuple[FloatArray, FloatArray]]:
        """What is shown as points, x and y, by name: the curves, and then the dots."""
        shown = {name: self.curve(name) for name in self.shown_curves}
        return shown | {f"{name} (dots)": points for name, points in self._dotted.items() if len(points[0])}

    def watch_mouse(self, watcher: QObject) -> None:
        """Let an event filter see the mouse's ways over the plot."""
        self._view.viewport().setMouseTracking(True)
        self._view.viewport().installEventFilter(watcher)

    def pen(self, name: str) -> QPen:
        """Return the pen a curve is drawn with."""
        return QPen(self._curves[name].opts["pen"])

    def label(self, name: str) -> str:
        """Return what a label says; empty while it is hidden."""
        item = self._labels[name]
        return item.text if item.isVisible() else ""

    @property
    def colours(self) -> Tokens:
        """The theme's colours."""
        return self._theme.tokens

    # --- for the plots built on this ---

    def set_axes(self, x: Span, x_ticks: Ticks, y: Span, y_ticks: Ticks) -> None:
        """Set both ranges and what is written along them; curves are to be drawn again after another way of spreading."""
        ground = self.ground
        if (ground.x_span, ground.y_span) != (x, y):
            ground.x_span, ground.y_span = x, y
            self._box.setRange(
                xRange=(x.place(x.low), x.place(x.high)), yRange=(y.place(y.low), y.place(y.high)), padding=0.0
            )
        ground.x_ticks, ground.y_ticks = x_ticks, y_ticks
        ground.update()

    def add_curve(self, name: str, stroke: Stroke, *, z: float = 12.0, smooth: bool = True) -> None:
        """Add an empty curve; one of many thousand points is drawn quicker where it is not ``smooth``."""
        item = _Curve(antialias=smooth)
        item.setZValue(z)
        self._curves[name] = item
        self._points[name] = (_EMPTY, _EMPTY)
        self._add(item)
        self.restroke(name, stroke)

    def draw(self, name: str, x: FloatArray, y: FloatArray) -> None:
        """Show a curve through these points; NaN breaks it.

        Raises:
            ValueError: If the lengths differ.
        """
        if len(x) != len(y):
            raise ValueError(f"curve {name}: {len(x)} x, but {len(y)} y")
        self._points[name] = (x, y)
        self._curves[name].setData(self.ground.x_span.places(x), self.ground.y_span.places(y), connect="finite")

    def add_dots(self, name: str, colour: str, *, size: float = 5.0, z: float = 14.0) -> None:
        """Add dots of a token's colour, none at first."""
        item = _Dots(colour, size)
        item.setZValue(z)
        self._scatters[name] = item
        self._dotted[name] = (_EMPTY, _EMPTY)
        self.add_tinted(item)

    def draw_dots(self, name: str, x: FloatArray, y: FloatArray) -> None:
        """Show dots at these points."""
        self._dotted[name] = (x, y)
        self._scatters[name].setData(self.ground.x_span.places(x), self.ground.y_span.places(y))

    def dots(self, name: str) -> tuple[FloatArray, FloatArray]:
        """Return where dots are; KeyError if there are none of this name."""
        return self._dotted[name]

    def hide_curve(self, name: str) -> None:
        """Show nothing of a curve."""
        self._points[name] = (_EMPTY, _EMPTY)
        self._curves[name].clear()

    def restroke(self, name: str, stroke: Stroke) -> None:
        """Draw a curve otherwise."""
        if self._strokes.get(name) != stroke:
            self._strokes[name] = stroke
            self._curves[name].setPen(stroke.pen(self.colours))

    def add_label(
        self, name: str, *, tone: str = "text_secondary", weight: QFont.Weight = QFont.Weight.Normal
    ) -> HaloLabel:
        """Add an empty label and return it."""
        item = HaloLabel(tone=tone, weight=weight)
        self._labels[name] = item
        self.add_tinted(item)
        return item

    def write(self, name: str, text: str, spot: Spot) -> None:
        """Let a label say something at a spot."""
        ground = self.ground
        self._labels[name].say(text, replace(spot, x=ground.x_span.place(spot.x), y=ground.y_span.place(spot.y)))

    def write_apart(self, said: Iterable[tuple[str, str, Spot]]) -> None:
        """Let labels (name, text, spot) that stand above each other say something, a line apart."""
        said = tuple(said)
        wanted = [self.pixels(y=spot.y)[1] + spot.dy for _, _, spot in said]
        for (name, text, spot), want, height in zip(
            said, wanted, apart(wanted, _LINE, self.area.top() - _LINE, self.area.bottom() - _LINE / 2), strict=True
        ):
            self.write(name, text, replace(spot, dy=spot.dy + height - want))

    def put(self, item: Any, x: float, y: float) -> None:
        """Put a handle or a mark at a point."""
        item.setPos(self.ground.x_span.place(x), self.ground.y_span.place(y))

    def add_tinted(self, item: Any) -> None:
        """Add an item that paints in the theme's colours, in the plot's coordinates."""
        self._tinted.append(item)
        item.repaint_with(self.colours)
        self._add(item)

    def stretch(self, lines: Iterable[ThresholdLine]) -> None:
        """Let threshold lines that lie at the left edge, or stand at the bottom, cross the whole area."""
        area = self.area
        for line in lines:
            line.reach(*((0.0, area.width()) if line.level else (area.height(), 0.0)))

    def pixels(self, *, x: float = 0.0, y: float = 0.0) -> tuple[float, float]:
        """Return where a point of the plot lies, in pixels of the widget."""
        area, ground = self.area, self.ground
        return area.left() + ground.x_span.share(x) * area.width(), area.bottom() - ground.y_span.share(y) * area.height()

    def laid_out(self) -> None:
        """Place again what depends on the size in pixels; called after the plot was resized."""

    def _add(self, item: Any) -> None:
        self._box.addItem(item, ignoreBounds=True)

    def _repaint(self) -> None:
        self._view.setBackground(self.colours.bg_base)
        for name, stroke in self._strokes.items():
            self._curves[name].setPen(stroke.pen(self.colours))
        for item in self._tinted:
            item.repaint_with(self.colours)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.ground.lie(self.area, QRectF(self.rect()))
        self.laid_out()
