"""A list of memories to grade, under headings: title, a note, four cells."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from memento_gui.qt.places.search.results.grades import WIDTH, cells_in, grade_at, grade_of_key, paint_grades
from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.label import BOLD, plain_tip

ROW_HEIGHT: Final = 36
HEAD_HEIGHT: Final = 32
_PADDING: Final = 16
_NOTE: Final = 56
Index = QModelIndex | QPersistentModelIndex
_NONE = QModelIndex()
_LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


@dataclass(frozen=True, slots=True)
class Head:
    """A heading."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A memory; ``note`` says its rank or that the search did not find it."""

    memory_id: str
    title: str
    note: str
    grade: int | None

    @property
    def text(self) -> str:
        """The line in words, for screen readers."""
        given = "not graded" if self.grade is None else f"graded {self.grade}"
        return f"{self.title}, {self.note}, {given}"


Entry = Head | Line


class GradeModel(QAbstractListModel):
    """Headings and memories."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.entries: tuple[Entry, ...] = ()

    def show(self, entries: tuple[Entry, ...]) -> None:
        """Show other entries."""
        self.beginResetModel()
        self.entries = entries
        self.endResetModel()

    def entry(self, index: Index) -> Entry | None:
        """Return what an index stands for."""
        return self.entries[index.row()] if index.isValid() and index.row() < len(self.entries) else None

    @override
    def rowCount(self, parent: Index = _NONE) -> int:
        return 0 if parent.isValid() else len(self.entries)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if isinstance(self.entry(index), Line):
            return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return Qt.ItemFlag.NoItemFlags

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        entry = self.entry(index)
        if entry is None:
            return None
        match role:
            case Qt.ItemDataRole.UserRole:
                return entry
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return entry.text
            case Qt.ItemDataRole.ToolTipRole if isinstance(entry, Line):
                return plain_tip(entry.title)
            case _:
                return None


class _Delegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        head = isinstance(index.data(Qt.ItemDataRole.UserRole), Head)
        return QSize(0, HEAD_HEIGHT if head else ROW_HEIGHT)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry, area, colours = index.data(Qt.ItemDataRole.UserRole), QRectF(option.rect), self._theme.tokens
        painter.save()
        painter.setClipRect(area)
        words = area.adjusted(_PADDING, 0, -_PADDING, 0)
        if isinstance(entry, Head):
            painter.setFont(font(12, BOLD))
            painter.setPen(colours.text_secondary)
            painter.drawText(words, int(_LEFT), entry.text)
        elif isinstance(entry, Line):
            selected = bool(option.state & QStyle.StateFlag.State_Selected)
            focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
            ground = colours.bg_selected if focused else colours.bg_selected_inactive
            painter.fillRect(area, ground if selected else colours.bg_base)
            if selected and focused:
                painter.setPen(colours.focus)
                painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5))
            paint_grades(painter, cells_in(area, margin=_PADDING), entry.grade, colours)
            note = words.adjusted(0, 0, -WIDTH - 10, 0)
            painter.setFont(font(12))
            painter.setPen(colours.text_tertiary)
            painter.drawText(note, int(_RIGHT), entry.note)
            painter.setFont(font())
            painter.setPen(colours.text)
            room = note.adjusted(0, 0, -_NOTE, 0)
            title = painter.fontMetrics().elidedText(entry.title, Qt.TextElideMode.ElideRight, int(room.width()))
            painter.drawText(room, int(_LEFT), title)
        painter.restore()


class GradeList(QListView):
    """Arrows move, 0–3 grade, Delete takes a grade back, Enter opens."""

    graded = Signal(str, object)
    """Grade this memory so: 0..3, or None to take the grade back."""
    opened = Signal(str)

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines = GradeModel(self)
        self.setModel(self.lines)
        self.setItemDelegate(_Delegate(theme, self))
        self.setAccessibleName(name)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.doubleClicked.connect(self._open)
        theme.changed.connect(self.viewport().update)

    def show_entries(self, entries: tuple[Entry, ...]) -> None:
        """Show other entries; the current memory stays, and if it is gone, the one that took its place."""
        current, row, scroll = self.current, self.currentIndex().row(), self.verticalScrollBar().value()
        if entries == self.lines.entries:
            return
        self.lines.show(entries)
        same = next((n for n, e in enumerate(entries) if current and isinstance(e, Line) and _is(e, current)), None)
        at = row if same is None else same
        places = [n for n, entry in enumerate(entries) if isinstance(entry, Line)]
        if places:
            self.setCurrentIndex(self.lines.index(min(places, key=lambda n: abs(n - max(at, 0)))))
        self.verticalScrollBar().setValue(scroll)

    def go_to_first(self) -> None:
        """Make the first memory the current one, and show it."""
        first = next((n for n, entry in enumerate(self.lines.entries) if isinstance(entry, Line)), -1)
        self.setCurrentIndex(self.lines.index(first))
        self.scrollToTop()

    @property
    def current(self) -> Line | None:
        """The current memory."""
        entry = self.lines.entry(self.currentIndex())
        return entry if isinstance(entry, Line) else None

    def grade(self, grade: int | None) -> None:
        """Ask for another grade of the current memory."""
        current = self.current
        if current is not None and current.grade != grade:
            self.graded.emit(current.memory_id, grade)

    def _open(self, index: QModelIndex) -> None:
        entry = self.lines.entry(index)
        if isinstance(entry, Line):
            self.opened.emit(entry.memory_id)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        entry = self.lines.entry(index)
        pressed = grade_at(cells_in(QRectF(self.visualRect(index)), margin=_PADDING), event.position())
        if isinstance(entry, Line) and pressed is not None:
            self.grade(None if entry.grade == pressed else pressed)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        grades, grade = grade_of_key(event)
        if grades:
            self.grade(grade)
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)


def _is(line: Line, other: Line) -> bool:
    return line.memory_id == other.memory_id
