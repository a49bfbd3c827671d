"""Changes of one number, a row each: what it is, how far it would go, and a press applies it."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.domain.knobs import Value
from memento_gui.engine.crossing import TRIED
from memento_gui.model.searches.reranking import IMPORTANCE, Change
from memento_gui.qt.phrases import MINUS
from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.buttons import PushButton
from memento_gui.qt.widgets.label import MEDIUM, plain_tip
from memento_gui.qt.widgets.score_bar import ScoreBar, paint_bar

_HEIGHT: Final = 26
_HUES: Final = {
    IMPORTANCE: "importance",
    "ranking.recency": "recency",
    "ranking.importance": "importance",
    "ranking.usage": "usage",
    "ranking.duplication": "duplication",
    "ranking.mmr": "duplication",
    "ranking.mmr_lambda": "duplication",
    "ranking.keep_threshold": "threshold",
    "ranking.limit": "",
    "ranking.candidates_embedding": "",
    "ranking.candidates_keyword": "",
    "session.recency": "recency",
    "session.revision": "usage",
}


def hue_of(name: str) -> str:
    """Return the colour token of the term that a number belongs to, or an empty string."""
    group = name.partition(".")[0]
    return _HUES.get(name, {"recency": "recency", "importance": "importance"}.get(group, "relevance"))


def value_text(value: Value, unit: str) -> str:
    """Return a number or a choice as a row shows it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, str):
        return value
    shown = f"{value:,}" if isinstance(value, int) else _short(value)
    return f"{shown} {unit}".strip().replace("-", MINUS)


def change_text(change: Change) -> str:
    """Return a change in words: ``Recency β 0.20 → about 0.312``."""
    return f"{change.label} {value_text(change.now, change.unit)} → {target_text(change)}"


def step_text(change: Change) -> str:
    """Return the step that applying a change is, for undo: the number itself, whatever its boundary."""
    return f"{change.label} {value_text(change.now, change.unit)} → {value_text(change.value, change.unit)}"


def target_text(change: Change) -> str:
    """Return the value that does it; "about" where its boundary was closed in on."""
    return f"{'' if change.exact else 'about '}{value_text(change.value, change.unit)}"


def detail_text(change: Change) -> str:
    """Return what else there is to say of a change."""
    lines = [change_text(change)]
    if change.crossing is not None and not isinstance(change.value, int):
        how = "The boundary itself" if change.exact else "The boundary, closed in on,"
        lines.append(f"{how} is {change.crossing.at:.6g}; the value is rounded to the side that does it.")
    lines.append(f"It would then be at rank {change.rank}. A press applies it; Ctrl+Z takes it back.")
    return "\n".join(lines)


def tried_text(changes: Sequence[Change]) -> str:
    """Return how far to trust that these are all, and the nearest."""
    tried = f"{TRIED} values on either side of each number"
    if not changes:
        return f"None found: {tried} were tried, from bound to bound. A stretch between two of them can be missed."
    how = "where its boundary is computed, and " if any(change.exact for change in changes) else ""
    return f"The nearest found: {how}{tried} were tried. A narrower stretch between two of them can be missed."


def _short(value: float) -> str:
    if abs(value) >= 100:
        return f"{value:,.0f}"
    text = f"{value:.4f}".rstrip("0")
    whole, _, rest = text.partition(".")
    return f"{whole}.{rest}" if len(rest) >= 2 else f"{value:.2f}" if abs(value) < 10 else f"{value:.3g}"


class ChangeRow(PushButton):
    """One change."""

    def __init__(self, theme: Theme, change: Change, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._theme = theme
        self.change = change
        self.setFlat(True)
        self.setFixedHeight(_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(f"{change_text(change)}, then rank {change.rank}")
        self.setToolTip(plain_tip(detail_text(change)))

    @override
    def sizeHint(self) -> QSize:
        return QSize(280, _HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours, change = self._theme.tokens, self.change
        painter = QPainter(self)
        if self.underMouse() or self.isDown():
            painter.fillRect(self.rect(), colours.bg_hover)
        hue = hue_of(change.name)
        box = QRectF(4, (_HEIGHT - 10) / 2, 10, 10)
        if hue == "threshold":
            painter.fillRect(QRectF(8, box.top() - 1, 1.5, 12), colours.threshold)
        elif hue == "duplication":
            bar = ScoreBar(parts=(("relevance", 1.0),), taken=1.0)
            paint_bar(painter, box, bar, colours, colours.bg_base)
        elif hue:
            painter.fillRect(box, colours.colour(hue))
        right = self.width() - 6
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        target = target_text(change)
        painter.setFont(font(13, MEDIUM))
        room = painter.fontMetrics().horizontalAdvance(target)
        painter.setPen(colours.text)
        painter.drawText(QRectF(right - room, 0, room, _HEIGHT), flags | Qt.AlignmentFlag.AlignRight, target)
        painter.setFont(font())
        painter.setPen(colours.text_tertiary)
        before = f"{value_text(change.now, change.unit)}  →  "
        width = painter.fontMetrics().horizontalAdvance(before)
        painter.drawText(QRectF(right - room - width, 0, width, _HEIGHT), flags, before)
        painter.setPen(colours.text)
        left = QRectF(24, 0, right - room - width - 32, _HEIGHT)
        shown = painter.fontMetrics().elidedText(change.label, Qt.TextElideMode.ElideRight, int(left.width()))
        painter.drawText(left, flags, shown)
        if self.hasFocus():
            painter.setPen(colours.focus)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()


class ChangeRows(QWidget):
    """Rows of changes, the smallest first."""

    pressed = Signal(object)
    """A `Change` was pressed."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rows: list[ChangeRow] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)

    def show_changes(self, changes: Sequence[Change], *, allowed: bool) -> None:
        """Show other changes; without ``allowed`` the memory's own importance cannot be pressed."""
        for row in self.rows:
            self._layout.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = [ChangeRow(self._theme, change) for change in changes]
        for row in self.rows:
            row.setEnabled(allowed or row.change.name != IMPORTANCE)
            row.clicked.connect(lambda _checked=False, change=row.change: self.pressed.emit(change))
            self._layout.addWidget(row)
