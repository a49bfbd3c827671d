"""The panels beside Search's results, each with the desk that asks the library for it."""

from typing import Final

from PySide6.QtCore import QObject, Signal

from memento_gui.model.values import SearchOutcome
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.places.search.compare.desk import CompareDesk
from memento_gui.qt.places.search.compare.panel import ComparePanel
from memento_gui.qt.places.search.judge.judging import JudgeDesk
from memento_gui.qt.places.search.judge.panel import JudgePanel
from memento_gui.qt.places.search.lower import Lower
from memento_gui.qt.places.search.set_desk import SetDesk
from memento_gui.qt.places.search.side import DETAIL
from memento_gui.qt.places.search.why.above_panel import AbovePanel
from memento_gui.qt.places.search.why.desk import WhyDesk
from memento_gui.qt.places.search.why.panel import WhyPanel

JUDGE: Final = "judge"
COMPARE: Final = "compare"
WHY: Final = "why"
ABOVE: Final = "above"
PANELS: Final = ((DETAIL, "Detail"), (WHY, "Why not?"), (ABOVE, "A above B"), (JUDGE, "Judge"), (COMPARE, "Compare"))


class Panels(QObject):
    """Why not, A above B, judging and comparing. They follow every search."""

    opened = Signal(str)
    """Show this memory (its id) in the detail pane."""
    queried = Signal(str)
    """Search for this text instead."""
    told = Signal(object)
    """Something to tell (`MementoError`)."""
    tuning = Signal()
    """Show the numbers in Tune."""

    def __init__(self, context: PlaceContext, body: Lower, sets: SetDesk) -> None:
        super().__init__(body)
        theme, self._body = context.theme, body
        self.judging = JudgePanel(theme)
        self.judge_desk = JudgeDesk(context, self.judging)
        self.missing, self.above = WhyPanel(theme), AbovePanel(theme)
        self.why_desk = WhyDesk(context, self.missing, self.above)
        self.comparing = ComparePanel(theme)
        self.compare_desk = CompareDesk(context, body.comparison, self.comparing, sets)
        for key, panel in (
            (JUDGE, self.judging),
            (WHY, self.missing),
            (ABOVE, self.above),
            (COMPARE, self.comparing),
        ):
            body.side.add(key, panel)
        self._connect()

    def _connect(self) -> None:
        results, canvas = self._body.list, self._body.comparison.canvas
        for graded in (results.graded, canvas.graded):
            graded.connect(self.judge_desk.grade)
        for show in (results.show_grades, canvas.show_grades):
            self.judge_desk.marked.connect(show)
        for opened in (self.judging.opened, self.missing.opened, canvas.opened):
            opened.connect(self.opened)
        for queried in (self.judging.queried, self.comparing.queried, self.why_desk.queried):
            queried.connect(self.queried)
        for told in (self.judge_desk.told, self.why_desk.told):
            told.connect(self.told)
        self.missing.tuning.connect(self.tuning)
        results.asked_why.connect(self.ask_why)
        results.asked_above.connect(self.why_above)
        results.paired.connect(self._follow_pair)
        results.rested.connect(lambda _id: self._follow_pair())

    def follow(self, outcome: SearchOutcome | None) -> None:
        """Show what each panel has to say of another search; None where there is none."""
        self.compare_desk.follow("" if outcome is None else outcome.text)
        self.judge_desk.follow(outcome)
        self.why_desk.follow(outcome)

    def ask_why(self, memory_id: str) -> None:
        """Say why this memory is not among the results; without one, let it be picked."""
        self._body.side.turn(WHY)
        self.why_desk.ask(memory_id)
        if not memory_id:
            self.missing.picker.setFocus()

    def why_above(self) -> None:
        """Say why one of two selected results stands above the other, or the current one under the one above it."""
        self._body.side.turn(ABOVE)
        self.why_desk.compare(*self._body.list.two)

    def _follow_pair(self) -> None:
        """While the comparison of two is up, it shows the two selected results, or the current one and that above it."""
        if self._body.side.current == ABOVE:
            self.why_above()
