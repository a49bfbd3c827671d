"""One query's results under the edited numbers, each with how it moved against the saved ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from memento_gui.domain.parameters import TYPE_KEYS
from memento_gui.model.searches.trials import Step
from memento_gui.qt.phrases import score_text
from memento_gui.qt.places.tune.list_ground import paint_ground
from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.label import MEDIUM, plain_tip
from memento_gui.qt.widgets.type_glyph import paint_glyph

ROW: Final = 32
_ROLE: Final = int(Qt.ItemDataRole.UserRole)
_UPRIGHT: Final = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_ROOMY: Final = 320
"""Below this width only the new score is written; the tooltip has both."""

_SCORE: Final = 60
_RANK, _MARK, _GLYPH, _TITLE, _SCORES = 16, 44, 92, 110, 130

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class TrialRow:
    """One memory's move, and its title."""

    step: Step
    title: str

    @property
    def mark(self) -> str:
        """How it moved: ``▲ 3``, ``▼ 2``, ``=``, ``new``, or ``left``."""
        step, risen = self.step, self.step.risen
        if risen is None:
            return "new" if step.after is not None else "left"
        return "=" if risen == 0 else f"▲ {risen}" if risen > 0 else f"▼ {-risen}"

    @property
    def sentence(self) -> str:
        """The move in words."""
        step = self.step
        now = f"rank {step.after}" if step.after is not None else "not among the results"
        was = f"rank {step.before}" if step.before is not None else "not among the results"
        scores = f"score {_score(step.score_before)} to {_score(step.score_after)}"
        return f"{self.title}: {now}, saved {was}; {scores}"


class TrialModel(QAbstractListModel):
    """The rows."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[TrialRow, ...] = ()

    def show(self, rows: Sequence[TrialRow]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self._rows = tuple(rows)
        self.endResetModel()

    @property
    def rows(self) -> tuple[TrialRow, ...]:
        """What is shown."""
        return self._rows

    @override
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own default
        return 0 if parent.isValid() else len(self._rows)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not 0 <= index.row() < len(self._rows):
            return None
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.title
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(row.sentence)
            case Qt.ItemDataRole.AccessibleTextRole:
                return row.sentence
            case _:
                return row if role == _ROLE else None


class TrialDelegate(QStyledItemDelegate):
    """Paints a row: rank, move, shape, title, and both scores."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, ROW)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(_ROLE)
        area: QRect = option.rect
        if not isinstance(row, TrialRow):
            return
        colours, step = self._theme.tokens, row.step
        gone = step.after is None
        painter.save()
        paint_ground(painter, area, option, colours)

        def write(left: int, right: int, text: str, ink: QColor, *, bold: bool = False, end: bool = False) -> None:
            painter.setFont(font(13, MEDIUM) if bold else font(13))
            painter.setPen(ink)
            place = QRect(area.left() + left, area.top(), right - left, ROW)
            shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, place.width())
            align = Qt.AlignmentFlag.AlignRight if end else Qt.AlignmentFlag.AlignLeft
            painter.drawText(place, _UPRIGHT | align, shown)

        write(_RANK, _RANK + 20, "–" if gone else str(step.after), colours.text_tertiary, end=True)
        write(_MARK, _GLYPH - 4, row.mark, self._ink(row), bold=row.mark != "=")
        paint_glyph(painter, area.left() + _GLYPH, area.top() + ROW / 2, TYPE_KEYS[step.type_code], colours)
        roomy = area.width() >= _ROOMY
        write(
            _TITLE,
            area.width() - (_SCORES if roomy else _SCORE) - 8,
            row.title,
            colours.text_tertiary if gone else colours.text,
        )
        right = area.width() - 16
        if roomy:
            write(area.width() - _SCORES, right - 66, _score(step.score_before), colours.text_secondary, end=True)
            write(right - 62, right - 46, "→", colours.text_tertiary, end=True)
        write(right - 44, right, _score(step.score_after), colours.text, bold=True, end=True)
        painter.restore()

    def _ink(self, row: TrialRow) -> QColor:
        colours, risen = self._theme.tokens, row.step.risen
        if row.mark == "=":
            return colours.text_tertiary
        up = row.step.after is not None if risen is None else risen > 0
        return colours.ok if up else colours.danger


def _score(score: float | None) -> str:
    return "–" if score is None else score_text(score)


class TrialList(QListView):
    """The rows. A click or Enter opens a memory."""

    opened = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.moves = TrialModel(self)
        self.setModel(self.moves)
        self.setItemDelegate(TrialDelegate(theme, self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Results under these numbers, and how they moved")
        self.clicked.connect(self._open)
        theme.changed.connect(self.viewport().update)

    def show_rows(self, rows: Sequence[TrialRow]) -> None:
        """Show other rows; the current memory stays current."""
        held = self.currentIndex().data(_ROLE)
        self.moves.show(rows)
        if isinstance(held, TrialRow):
            ids = [row.step.memory_id for row in rows]
            if held.step.memory_id in ids:
                self.setCurrentIndex(self.moves.index(ids.index(held.step.memory_id)))

    def _open(self, index: QModelIndex) -> None:
        row = index.data(_ROLE)
        if isinstance(row, TrialRow):
            self.opened.emit(row.step.memory_id)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)
