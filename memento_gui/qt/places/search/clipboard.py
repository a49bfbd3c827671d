"""Puts explanations and results on the clipboard."""

from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from memento_gui.qt.phrases import count_text
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.places.search.asking import Answered, explained
from memento_gui.qt.places.search.results.arithmetic import Arithmetic
from memento_gui.qt.places.search.results.copying import FORMATS
from memento_gui.qt.places.search.results.list_view import ResultList
from memento_gui.qt.places.search.results.rows import ResultRow
from memento_gui.qt.widgets.message_bar import DONE, Message

COPY: Final = "search.copy"


class Clipboard(QObject):
    """Copies what the list shows."""

    told = Signal(object)
    """Something was copied (a `Message`)."""

    def __init__(self, context: PlaceContext, results: ResultList) -> None:
        super().__init__(results)
        self._context, self._list = context, results

    def copy_explanation(self, answered: Answered | None, position: int, form: str) -> None:
        """Copy the arithmetic of the result at a position of the outcome, as "text" or "json"."""
        library = self._context.library
        if answered is None:
            return

        def deliver(told: Arithmetic) -> None:
            QGuiApplication.clipboard().setText(told.as_json if form == "json" else told.as_text)
            self.told.emit(Message(text="Explanation copied", kind=DONE))

        self._context.tasks.run(COPY, lambda _job: explained(library, answered, position), deliver)

    def copy_results(self, answered: Answered | None, name: str) -> None:
        """Copy the results that are shown, in a format."""
        rows = [row for row in self._list.results.rows if isinstance(row, ResultRow)]
        if answered is not None and rows:
            QGuiApplication.clipboard().setText(FORMATS[name](answered.outcome.text, rows))
            copied = f"Copied {count_text(len(rows), 'result', 'results')} as {name}."
            self.told.emit(Message(text=copied, kind=DONE, key="search.copied"))
