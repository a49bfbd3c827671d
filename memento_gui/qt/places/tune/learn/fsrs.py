"""Fitting FSRS-6 by its own optimizer, as it is shown; where that is not installed, what to install."""

from PySide6.QtWidgets import QWidget

from memento_gui.engine.learning.fsrs import FsrsLesson
from memento_gui.engine.learning.reviews import ReviewVerdict
from memento_gui.qt.places.tune.learn.section import LearnSection
from memento_gui.qt.plots.calibration_plot import CalibrationPlot
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.label import BOLD, label

_MISSING = (
    "FSRS's own optimizer is not installed; it needs PyTorch. Install memento-gui[fsrs] and start again to fit its 21 "
    "weights to your reviews. Reviews by FSRS-6 work without it, with the published weights."
)


class LearnFsrs(LearnSection):
    """What the optimizer found."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "Fit FSRS-6", "Fit to reviews", parent)
        self.plot = CalibrationPlot(theme)
        self.column.addWidget(label("Predicted recall, and what happened", weight=BOLD))
        self.column.addWidget(self.plot)
        self.show_count(0, installed=False)

    def show_count(self, reviews: int, *, installed: bool) -> None:
        """Say what there is to learn from, or why nothing can be."""
        self.note.setText(_said(reviews) if installed else _MISSING)
        self.start.setVisible(installed)

    def show_lesson(self, lesson: FsrsLesson) -> None:
        """Show what was learned."""
        tested = lesson.before is not None and lesson.after is not None
        self.show_verdict(lesson.reason, good=lesson.verdict is ReviewVerdict.BETTER, has_result=tested)
        if lesson.before is not None and lesson.after is not None:
            self.plot.show_calibration(lesson.before, lesson.after)


def _said(reviews: int) -> str:
    said = "1 review" if reviews == 1 else f"{reviews:,} reviews"
    return (
        f"{said} in the log. FSRS's optimizer fits its weights to the earlier seven tenths, in minutes for long logs; they "
        "are tested on the later ones. Cancel drops what it finds. Nothing changes until you apply it."
    )
