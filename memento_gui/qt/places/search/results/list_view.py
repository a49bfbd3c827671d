"""The result list: keys and mouse become wishes."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from PySide6.QtCore import QModelIndex, QPoint, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget
from typing_extensions import override

from memento_gui.qt.places.search.results.arithmetic import Arithmetic
from memento_gui.qt.places.search.results.copying import FORMATS
from memento_gui.qt.places.search.results.delegate import ResultDelegate, grade_cells
from memento_gui.qt.places.search.results.grades import grade_at, grade_of_key
from memento_gui.qt.places.search.results.list_model import ResultModel
from memento_gui.qt.places.search.results.rows import MoreRow, ResultRow, Row
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.menu import Menu

REST_MS: Final = 120
"""How long a result is the current one before it is shown: an arrow key held down stays smooth."""
_RETURNS: Final = frozenset({Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason})
"""How the focus comes back to where it was."""


class ResultList(QListView):
    """Results, best first. → unfolds the current one, ← folds it, Enter opens it, Ctrl+C copies its explanation.

    0–3 grade the current result, Delete takes the grade back. While the list has the focus, the current result is the one
    that is `rested` on.
    """

    opened = Signal(str)
    rested = Signal(str)
    """The user stays on this memory (its id)."""
    unfolded = Signal(int)
    """Explain the result at this position of the outcome."""
    graded = Signal(str, object)
    """Grade this memory (its id) so: 0..3, or None to take the grade back."""
    copied = Signal(int, str)
    """Put the explanation of the result at this position on the clipboard, as "text" or "json"."""
    copied_all = Signal(str)
    """Put all results on the clipboard, in the format of this name."""
    asked_why = Signal(str)
    """Say why this memory stands where it stands (its id)."""
    asked_above = Signal()
    """Say why one result stands above another."""
    paired = Signal()
    """Exactly two results are selected now."""
    more = Signal()
    cleared = Signal()
    left_at_top = Signal()
    """The arrow went up from the first row."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.results = ResultModel(self)
        self.setModel(self.results)
        self.setItemDelegate(ResultDelegate(theme, self))
        self.setAccessibleName("Results")
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._tell_current)
        self.selectionModel().selectionChanged.connect(self._tell_pair)
        self.selectionModel().currentChanged.connect(self._wait)
        self.clicked.connect(self._click)
        self.doubleClicked.connect(self._activate)
        theme.changed.connect(self.viewport().update)

    def show_rows(self, rows: tuple[Row, ...], *, keep: bool) -> None:
        """Show other rows; with ``keep``, the current memory, its arithmetic's place and the scroll position stay."""
        scroll, current = self.verticalScrollBar().value(), self.results.result_at(self.currentIndex())
        self.results.show(rows)
        index = self.results.index_of(current.memory_id) if keep and current is not None else QModelIndex()
        if not index.isValid() and rows:
            index = self.results.index(0)
        self.setCurrentIndex(index)
        self.verticalScrollBar().setValue(scroll if keep else 0)

    def show_grades(self, grades: Mapping[str, int]) -> None:
        """Show these grades, by memory, and no other."""
        self.results.show_grades(grades)

    @property
    def current(self) -> ResultRow | None:
        """The current result."""
        return self.results.result_at(self.currentIndex())

    def keeps(self, memory_id: str) -> bool:
        """Whether a memory is in the list above the keep threshold."""
        row = self.results.result_at(self.results.index_of(memory_id))
        return row is not None and row.kept

    @property
    def selected_ids(self) -> tuple[str, ...]:
        """The memories of the selected results, best first."""
        rows = sorted(index.row() for index in self.selectionModel().selectedIndexes())
        results = [self.results.result_at(self.results.index(row)) for row in rows]
        return tuple(result.memory_id for result in results if result is not None)

    @property
    def two(self) -> tuple[str, str]:
        """Two results to compare: the selected ones, else the current one and the one above it; else empty ids."""
        chosen, current = self.selected_ids, self.current
        if len(chosen) == 2:
            return chosen[0], chosen[1]
        shown = [row for row in self.results.rows if isinstance(row, ResultRow)]
        if len(chosen) > 2 or current is None or current not in shown[1:]:
            return "", ""
        return shown[shown.index(current) - 1].memory_id, current.memory_id

    def _wait(self) -> None:
        """Tell the current result shortly, if it is by then still the one that the user works on."""
        if self.hasFocus():
            self._rest.start()

    def _tell_current(self) -> None:
        current = self.current
        if current is not None and self.hasFocus():
            self.rested.emit(current.memory_id)

    def _tell_pair(self) -> None:
        if len(self.selectionModel().selectedIndexes()) == 2:
            self.paired.emit()

    def explain(self, memory_id: str, told: Arithmetic) -> None:
        """Show the arithmetic of a result, if it is still the current one; any other folds."""
        current = self.current
        if current is None or current.memory_id != memory_id:
            return
        self._fold_others(memory_id)
        self.results.unfold(self.currentIndex(), told)
        self.scheduleDelayedItemsLayout()
        self.executeDelayedItemsLayout()
        self.scrollTo(self.currentIndex())

    def copy_explanation(self, form: str = "text") -> None:
        """Ask for the arithmetic of the current result on the clipboard, as "text" or "json"."""
        current = self.current
        if current is not None:
            self.copied.emit(current.position, form)

    def unfold(self) -> None:
        """Ask for the arithmetic of the current result."""
        current = self.current
        if current is not None and current.arithmetic is None:
            self.unfolded.emit(current.position)

    def fold(self) -> None:
        """Hide the arithmetic of the current result."""
        self.results.unfold(self.currentIndex(), None)
        self.scheduleDelayedItemsLayout()

    def _fold_others(self, memory_id: str) -> None:
        for number, row in enumerate(self.results.rows):
            if isinstance(row, ResultRow) and row.arithmetic is not None and row.memory_id != memory_id:
                self.results.unfold(self.results.index(number), None)

    def _activate(self, index: QModelIndex) -> None:
        row = self.results.row_at(index)
        if isinstance(row, ResultRow):
            self.opened.emit(row.memory_id)
        elif isinstance(row, MoreRow):
            self.more.emit()

    def _click(self, index: QModelIndex) -> None:
        if isinstance(self.results.row_at(index), MoreRow):
            self.more.emit()

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        self._show_menu(self.visualRect(self.currentIndex()).center() if by_key else event.pos())

    def _show_menu(self, at: QPoint) -> None:
        current = self.results.result_at(self.indexAt(at))
        if current is None:
            return
        menu = Menu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("Open", lambda: self.opened.emit(current.memory_id))
        menu.addAction("Why not?", lambda: self.asked_why.emit(current.memory_id))
        if all(self.two):
            menu.addAction("Why A above B?", self.asked_above.emit)
        if current.arithmetic is None:
            menu.addAction("Explain", self.unfold)
        else:
            menu.addAction("Fold", self.fold)
        menu.addAction("Copy explanation", self.copy_explanation)
        menu.addAction("Copy explanation as JSON", lambda: self.copy_explanation("json"))
        menu.addSeparator()
        formats = menu.submenu("Copy all results as")
        for name in FORMATS:
            formats.addAction(name, partial(self.copied_all.emit, name))
        menu.popup(self.viewport().mapToGlobal(at))

    def grade(self, grade: int | None) -> None:
        """Ask for another grade of the current result; None takes it back."""
        current = self.current
        if current is not None and current.grade != grade:
            self.graded.emit(current.memory_id, grade)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        at = event.position()
        index = self.indexAt(at.toPoint())
        row = self.results.result_at(index)
        pressed = grade_at(grade_cells(QRectF(self.visualRect(index))), at) if row is not None else None
        if event.button() == Qt.MouseButton.LeftButton and pressed is not None and index == self.currentIndex():
            self.grade(None if row is not None and row.grade == pressed else pressed)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        area = grade_cells(QRectF(self.visualRect(self.indexAt(event.position().toPoint()))))
        if not area.contains(event.position()):
            super().mouseDoubleClickEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() not in _RETURNS:
            self._wait()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        grades, grade = grade_of_key(event)
        if grades:
            self.grade(grade)
            return
        match event.key():
            case Qt.Key.Key_Right:
                self.unfold()
            case Qt.Key.Key_Left:
                self.fold()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._activate(self.currentIndex())
            case Qt.Key.Key_Escape:
                self.cleared.emit()
            case Qt.Key.Key_Up if self.currentIndex().row() <= 0:
                self.left_at_top.emit()
            case _ if event.matches(QKeySequence.StandardKey.Copy):
                self.copy_explanation()
            case _:
                super().keyPressEvent(event)
