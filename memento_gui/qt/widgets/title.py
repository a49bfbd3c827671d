"""A title on at most three lines, broken anywhere if it must be, elided at its end."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.label import plain_tip

LINES = 3
LEADING = 24


class Title(QWidget):
    """Plain text in bold; what does not fit is in the tooltip."""

    def __init__(self, theme: Theme, font: QFont, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._text = ""
        self.setFont(font)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self.update)

    @property
    def text(self) -> str:
        """What it says."""
        return self._text

    def show_text(self, text: str) -> None:
        """Show another title, on one paragraph."""
        self._text = " ".join(text.split())[:1000]
        self.setAccessibleName(self._text)
        self.updateGeometry()
        self.update()

    @override
    def heightForWidth(self, width: int) -> int:
        return LEADING * max(1, len(self._lines(width)))

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def sizeHint(self) -> QSize:
        return QSize(240, self.heightForWidth(max(1, self.width())))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(80, LEADING)

    def _lines(self, width: int) -> list[str]:
        layout = QTextLayout(self._text, self.font())
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        spans: list[tuple[int, int]] = []
        layout.beginLayout()
        while len(spans) <= LINES:
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(width)
            spans.append((line.textStart(), line.textLength()))
        layout.endLayout()
        units = self._text.encode("utf-16-le")  # Qt counts UTF-16 units
        parts = [units[2 * start : 2 * (start + length)].decode("utf-16-le", "replace") for start, length in spans]
        if len(parts) <= LINES:
            return parts
        rest = units[2 * spans[LINES - 1][0] :].decode("utf-16-le", "replace")
        last = QFontMetrics(self.font()).elidedText(rest, Qt.TextElideMode.ElideRight, width)
        return [*parts[: LINES - 1], last]

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        lines = self._lines(self.width())
        self.setToolTip("" if "".join(lines) == self._text else plain_tip(self._text))
        painter = QPainter(self)
        painter.setFont(self.font())
        painter.setPen(self._theme.tokens.text)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        for index, line in enumerate(lines):
            painter.drawText(0, index * LEADING, self.width(), LEADING, flags, line.rstrip())
        painter.end()
