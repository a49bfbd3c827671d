"""The icon set: SVG drawings on a 16 px grid, tinted when they are painted at any device pixel ratio."""

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from memento_gui.domain.resources import resources

RATIOS = (1.0, 2.0, 3.0)
"""Device pixel ratios that a `QIcon` carries; Qt scales the next larger one down for those between."""


@cache
def _source(name: str) -> str:
    return (resources() / "icons" / f"{name}.svg").read_text("utf-8")


@cache
def _rendered(name: str, rgba: int, size: int, ratio: float, gap: int = 0) -> QPixmap:
    colour = QColor.fromRgba(rgba)
    drawing = _source(name).replace("currentColor", colour.name())
    pixmap = QPixmap(QSize(size + gap, size) * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    QSvgRenderer(QByteArray(drawing.encode())).render(painter, QRectF(0, 0, size, size))
    painter.end()
    return pixmap


def pixmap(name: str, colour: QColor, *, size: int = 16, ratio: float = 1.0) -> QPixmap:
    """Return an icon in one colour, ``size`` logical pixels square, for a device pixel ratio.

    Raises:
        FileNotFoundError: If the set has no icon of this name.
    """
    return _rendered(name, colour.rgba(), size, ratio)


def icon(name: str, colour: QColor, *, size: int = 16, disabled: QColor | None = None, gap: int = 0) -> QIcon:
    """Return an icon for a button or a menu, sharp at every device pixel ratio; ``gap`` pixels at its right stay empty."""
    made = QIcon()
    for ratio in RATIOS:
        made.addPixmap(_rendered(name, colour.rgba(), size, ratio, gap))
        if disabled is not None:
            made.addPixmap(_rendered(name, disabled.rgba(), size, ratio, gap), QIcon.Mode.Disabled)
    return made
