"""Painting a line of text of which some words are highlighted."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QTextCharFormat, QTextLayout, QTextLine, QTextOption

from memento_gui.qt.places.search.results.matches import Span, clipped
from memento_gui.qt.tokens import Tokens

_BLANKS: Final = dict.fromkeys((*range(32), 0x85, 0x2028, 0x2029), " ")


def paint_words(  # noqa: PLR0913  # one line of text has these
    painter: QPainter, area: QRectF, text: str, spans: Sequence[Span], *, font: QFont, ink: QColor, colours: Tokens
) -> None:
    """Paint text on one line, elided at the right, its matched words on the colour of matches.

    Args:
        painter: Its state is kept.
        area: Where; the text is centred upright.
        text: Plain text; control characters are shown as blanks.
        spans: The matched words: (start, end) in ``text``.
        font: Of all of it.
        ink: Of the words that do not match; matched ones are always in the main text colour.
        colours: The theme's tokens.
    """
    flat = text.translate(_BLANKS)
    metrics = QFontMetricsF(font)
    shown = metrics.elidedText(flat, Qt.TextElideMode.ElideRight, area.width())
    kept = len(shown) if shown == flat else max(0, len(shown) - 1)
    formats = [_format(start, end, shown, colours) for start, end in clipped(spans, kept)]
    layout, line = _laid_out(shown, font, formats, area.width())
    top = area.top() + (area.height() - line.height()) / 2
    painter.save()
    painter.setPen(ink)
    layout.draw(painter, QPointF(area.left(), top), [], area)
    painter.restore()


def _laid_out(
    text: str, font: QFont, formats: list[QTextLayout.FormatRange], width: float
) -> tuple[QTextLayout, QTextLine]:
    """Lay one line out; formats set after that would undo it."""
    layout = QTextLayout(text, font)
    layout.setFormats(formats)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    layout.setTextOption(option)
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(width + 1)
    layout.endLayout()
    return layout, line


def _format(start: int, end: int, text: str, colours: Tokens) -> QTextLayout.FormatRange:
    look = QTextCharFormat()
    look.setBackground(colours.match_bg)
    look.setForeground(colours.text)
    made = QTextLayout.FormatRange()
    made.start, made.length, made.format = _utf16(text[:start]), _utf16(text[start:end]), look
    return made


def _utf16(text: str) -> int:
    """How many units Qt counts for it: characters beyond the first plane count twice."""
    return len(text) + sum(ord(c) > 0xFFFF for c in text)
