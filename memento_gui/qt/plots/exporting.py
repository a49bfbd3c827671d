"""A plot as a file: a picture (PNG, SVG) or its numbers (CSV)."""

import csv
import io
from pathlib import Path
from typing import Final

import numpy as np
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QRect, QSize
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtSvg import QSvgGenerator

from memento_gui.model.written_files import replacing
from memento_gui.qt.plots.plot import Plot

FILTERS: Final = "Picture (*.png);;Drawing (*.svg);;Numbers (*.csv)"
_SHARPNESS: Final = 2.0


def save_plot(plot: Plot, path: Path) -> None:
    """Write a plot as the file's ending says; another ending is taken for a picture.

    Raises:
        ExportFailed: If it cannot be written, or is a database; what was there stays.
    """
    made = {".svg": as_svg, ".csv": as_csv}.get(path.suffix.lower(), as_png)(plot)
    with replacing(path) as part:
        part.write_bytes(made)


def as_csv(plot: Plot) -> bytes:
    """Return every curve's points, and those that stand alone: their name, x, y; a gap is an empty y."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(("curve", "x", "y"))
    for name, points in plot.numbers.items():
        for x, y in zip(*points, strict=True):
            writer.writerow((name, repr(float(x)), "" if np.isnan(y) else repr(float(y))))
    return text.getvalue().encode()


def as_png(plot: Plot) -> bytes:
    """Return a picture of twice the plot's size on the screen."""
    picture = QPixmap(plot.size() * _SHARPNESS)
    picture.setDevicePixelRatio(_SHARPNESS)
    picture.fill(plot.colours.bg_base)
    plot.render(picture)
    kept = QByteArray()
    buffer = QBuffer(kept)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG")
    return bytes(kept.data())


def as_svg(plot: Plot) -> bytes:
    """Return a drawing of the plot's size on the screen."""
    kept = QByteArray()
    buffer = QBuffer(kept)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    drawing = QSvgGenerator()
    drawing.setOutputDevice(buffer)
    drawing.setSize(QSize(plot.width(), plot.height()))
    drawing.setViewBox(QRect(QPoint(0, 0), plot.size()))
    drawing.setTitle(plot.accessibleName())
    painter = QPainter(drawing)
    plot.render(painter, QPoint(0, 0))
    painter.end()
    return bytes(kept.data())
