"""Learning the ranking, as it is shown: held-out measures, the numbers that change, and a plateau for each weight."""

from typing import Final

from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from memento_gui.domain.knobs import Value
from memento_gui.engine.learning.ranking import FOLDS, Plateau, RankingLesson, Verdict
from memento_gui.engine.learning.testing import Difference
from memento_gui.qt.places.tune.knobs.groups import full_label, knob_of
from memento_gui.qt.places.tune.knobs.numbers import MINUS, as_text
from memento_gui.qt.places.tune.learn.section import LearnSection
from memento_gui.qt.places.tune.learn.table import LearnTable, Line
from memento_gui.qt.plots.plateau_plot import PlateauPlot, shared_span
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.label import BOLD, label

_COLUMNS: Final = 3
_MEASURES: Final = {
    "ndcg": "nDCG@10",
    "recall": "Recall@10",
    "reciprocal": "MRR",
    "judged": "Judged among the first 10",
}


class LearnRanking(LearnSection):
    """What learning the ranking found."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "Learn the ranking", "Learn from judgements", parent)
        self.measures = LearnTable(("on queries the fit never saw", "in use", "learned", "change", "95 % interval"))
        self.numbers = LearnTable(("number", "in use", "learned"))
        self.plots: dict[str, PlateauPlot] = {}
        self._captions: dict[str, QWidget] = {}
        self._theme_of_plots = theme
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._plots_title = label("nDCG@10 along each weight, the others sharing the rest", weight=BOLD)
        self._plots_note = label(
            "Thick is as good as the learned number within 0.005; dashed is the number in use.", size=12, tone="secondary"
        )
        self.column.addWidget(self.measures)
        self.column.addWidget(self.numbers)
        self.column.addWidget(self._plots_title)
        self.column.addWidget(self._plots_note)
        self.column.addLayout(self._grid)

    def show_count(self, judged: int) -> None:
        """Say what there is to learn from, before anything was learned."""
        queries = "1 judged query" if judged == 1 else f"{judged:,} judged queries"
        self.note.setText(
            f"{queries} with a relevant result. Weights, calibration and half-lives are fitted on four fifths "
            f"of them and tested on the rest, {FOLDS} times. Nothing changes until you apply it."
        )

    def show_lesson(self, lesson: RankingLesson) -> None:
        """Show what was learned."""
        self.show_verdict(lesson.reason, good=lesson.verdict is Verdict.BETTER, has_result=lesson.differences is not None)
        if lesson.differences is None or lesson.plateaus is None:
            return
        self.measures.show_lines([_measure(name, lesson.differences[name]) for name in _MEASURES])
        changes = lesson.fitted.changes_from(lesson.given)
        self.numbers.show_lines([_number(name, *pair) for name, pair in changes.items()])
        self._show_plateaus(lesson)

    def _show_plateaus(self, lesson: RankingLesson) -> None:
        assert lesson.plateaus is not None
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.plots.clear()
        span = shared_span(list(lesson.plateaus.values()))
        for place, (name, plateau) in enumerate(lesson.plateaus.items()):
            cell = QWidget()
            inside = QVBoxLayout(cell)
            inside.setContentsMargins(0, 0, 0, 0)
            inside.setSpacing(0)
            inside.addWidget(label(_caption(name, plateau), size=12))
            self.plots[name] = PlateauPlot(self._theme_of_plots)
            self.plots[name].setAccessibleName(full_label(knob_of(name)))
            inside.addWidget(self.plots[name])
            self._grid.addWidget(cell, place // _COLUMNS, place % _COLUMNS)
            self.plots[name].show_plateau(plateau, span)


def _measure(name: str, found: Difference) -> Line:
    return (
        _MEASURES[name],
        f"{found.old:.3f}",
        f"{found.new:.3f}",
        _signed(found.gain),
        f"{_signed(found.low)} to {_signed(found.high)}",
    )


def _number(name: str, old: Value | None, new: Value | None) -> Line:
    knob = knob_of(name)
    return full_label(knob), as_text(knob, old), as_text(knob, new)


def _caption(name: str, plateau: Plateau) -> str:
    return f"{full_label(knob_of(name))}  {plateau.old:.2f} → {plateau.new:.2f}"


def _signed(value: float) -> str:
    return f"{value:+.3f}".replace("-", MINUS)
