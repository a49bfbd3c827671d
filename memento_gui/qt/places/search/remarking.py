"""Says what there is to say about a search; of a word that is still being typed not before the line rests."""

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QObject, QTimer

from memento_gui.domain.presets import LONG_MEMORY
from memento_gui.model.values import SearchOutcome
from memento_gui.qt.places.search.asking import Answered
from memento_gui.qt.places.search.header import Remarks
from memento_gui.qt.places.search.line import QueryLine
from memento_gui.qt.places.search.remarks import hides_the_past, remarks_of

REST_MS: Final = 800


class Remarking(QObject):
    """Between the outcome of a search, the marks on the line and the sentences under it."""

    def __init__(self, line: QueryLine, remarks: Remarks) -> None:
        super().__init__(line)
        self._line, self._remarks = line, remarks
        self._answered: Answered | None = None
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._say)
        line.textEdited.connect(lambda _text: self._rest.start())

    def tell(self, answered: Answered | None) -> None:
        """Say what there is to say of this search; None where there is none."""
        self._answered = answered
        self._say()

    def _say(self) -> None:
        answered = self._answered
        if answered is None:
            self._remarks.show_remarks(())
            return
        outcome = unfinished(answered.outcome) if self._rest.isActive() else answered.outcome
        if outcome.text == self._line.text():
            self._line.show_marks([(told.start, told.end) for told in outcome.diagnostics])
        offer = f"Use {LONG_MEMORY}" if hides_the_past(outcome) else ""
        self._remarks.show_remarks(remarks_of(outcome, answered.vectors), offer=offer)


def unfinished(outcome: SearchOutcome) -> SearchOutcome:
    """Return the outcome without what is said of its last word, which may become a good one."""
    end = len(outcome.text)
    return replace(outcome, diagnostics=tuple(told for told in outcome.diagnostics if not told.start < told.end == end))
