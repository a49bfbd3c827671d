"""Learning the review curve, as it is shown: log loss on later reviews, the numbers that change, and calibration."""

from typing import Final

from PySide6.QtWidgets import QWidget

from memento_gui.engine.learning.reviews import LEARNED, ReviewLesson, ReviewVerdict
from memento_gui.qt.places.tune.knobs.groups import full_label, knob_of
from memento_gui.qt.places.tune.knobs.numbers import as_text
from memento_gui.qt.places.tune.learn.section import LearnSection
from memento_gui.qt.places.tune.learn.table import LearnTable
from memento_gui.qt.plots.calibration_plot import CalibrationPlot
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.label import BOLD, label

_NAMES: Final = {
    "in use": "Numbers in use",
    "learned": "Learned numbers",
    "constant": "A constant: the earlier reviews' share of recalls",
    "FSRS-6": "FSRS-6 with its default weights",
}


class LearnReviews(LearnSection):
    """What learning the review curve found."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "Learn the review curve", "Learn from reviews", parent)
        self.losses = LearnTable(("on later reviews the fit never saw", "", "log loss"))
        self.numbers = LearnTable(("number", "in use", "learned"))
        self.plot = CalibrationPlot(theme)
        self.column.addWidget(self.losses)
        self.column.addWidget(self.numbers)
        self.column.addWidget(label("Predicted recall, and what happened", weight=BOLD))
        self.column.addWidget(
            label(
                "Each point is an eighth of the later reviews; dashed are the numbers in use. On the diagonal is right.",
                size=12,
                tone="secondary",
                wrap=True,
            )
        )
        self.column.addWidget(self.plot)

    def show_count(self, reviews: int) -> None:
        """Say what there is to learn from, before anything was learned."""
        said = "1 review" if reviews == 1 else f"{reviews:,} reviews"
        self.note.setText(
            f"{said} in the log. τ₀ and a₁ to a₄ are fitted to the earlier seven tenths and tested on the later ones. "
            "Nothing changes until you apply it."
        )

    def show_lesson(self, lesson: ReviewLesson) -> None:
        """Show what was learned."""
        tested = lesson.before is not None and lesson.after is not None
        self.show_verdict(lesson.reason, good=lesson.verdict is ReviewVerdict.BETTER, has_result=tested)
        if lesson.before is None or lesson.after is None:
            return
        order = sorted(lesson.losses, key=lambda name: lesson.losses[name])
        self.losses.show_lines([(_NAMES[name], "", f"{lesson.losses[name]:.3f}") for name in order])
        rows = [(knob_of(name), lesson.given.value(name), lesson.fitted.value(name)) for name in LEARNED]
        self.numbers.show_lines([(full_label(k), as_text(k, old), as_text(k, new)) for k, old, new in rows])
        self.plot.show_calibration(lesson.before, lesson.after)
