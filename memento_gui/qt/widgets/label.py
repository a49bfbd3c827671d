"""Labels that show text as it is: nothing a memory says is ever taken for markup."""

import html
import re
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget
from typing_extensions import override

from memento_gui.qt.theme import font

MEDIUM = QFont.Weight.Medium
BOLD = QFont.Weight.DemiBold
FIELD_HEIGHT = 32
"""Height of a line to type in, and of a combo box."""

_BREAK: Final = "\u200b"
_ENDLESS: Final = re.compile(r"\S{60,}")
_PIECE: Final = 30


def plain_tip(text: str) -> str:
    """Return markup for a tooltip that shows exactly this text (Qt would guess whether it is markup)."""
    return f"<span style='white-space: pre-wrap'>{html.escape(text)}</span>" if text else ""


def label(
    text: str = "",
    *,
    size: int = 13,
    weight: QFont.Weight = QFont.Weight.Normal,
    tone: str = "",
    wrap: bool = False,
    parent: QWidget | None = None,
) -> QLabel:
    """Return a label that shows plain text; ``tone`` is ``secondary``, ``tertiary``, ``danger``, ``ok`` or ``accent``."""
    made = WrappedLabel(parent) if wrap else QLabel(parent)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setText(text)
    made.setFont(font(size, weight))
    made.setWordWrap(wrap)
    if tone:
        made.setProperty("tone", tone)
    return made


def field_label(text: str, *, size: int = 13) -> QLabel:
    """Return the name of a field at its right: as tall as the field, so that both stand on one line."""
    made = label(text, size=size, tone="secondary")
    made.setMinimumHeight(FIELD_HEIGHT)
    return made


class WrappedLabel(QLabel):
    """A label whose lines break within a word too where it is as long as no word is, such as a file's name.

    Without that, the longest word would set the least width of the whole window.
    """

    @override
    def setText(self, arg__1: str) -> None:
        super().setText(breakable(arg__1))

    @override
    def text(self) -> str:
        return super().text().replace(_BREAK, "")


def breakable(text: str) -> str:
    """Return a text whose endless words may be broken where it is wrapped."""
    return _ENDLESS.sub(_with_breaks, text)


def _with_breaks(found: re.Match[str]) -> str:
    word = found.group()
    return _BREAK.join(word[start : start + _PIECE] for start in range(0, len(word), _PIECE))


class ElidedLabel(QLabel):
    """A plain label on one line that elides what does not fit; the tooltip then holds all of it."""

    def __init__(
        self,
        text: str = "",
        *,
        size: int = 13,
        weight: QFont.Weight = QFont.Weight.Normal,
        tone: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(font(size, weight))
        if tone:
            self.setProperty("tone", tone)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setText(text)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(24, super().minimumSizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        metrics = QFontMetrics(self.font())
        area: QRect = self.contentsRect()
        shown = metrics.elidedText(self.text().replace("\n", " "), Qt.TextElideMode.ElideRight, area.width())
        self.setToolTip("" if shown == self.text() else plain_tip(self.text()))
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(area, self.alignment() | Qt.TextFlag.TextSingleLine, shown)
        painter.end()


def separator(*, upright: bool = False, parent: QWidget | None = None) -> QFrame:
    """Return a line of one pixel."""
    made = QFrame(parent)
    made.setProperty("surface", "line")
    if upright:
        made.setFixedWidth(1)
    else:
        made.setFixedHeight(1)
    return made
