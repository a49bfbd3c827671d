"""The review rules with a look ahead: what they would lead to in the next 90 days, before they hold."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.domain.errors import MementoError
from memento_gui.model.reviews.planning import DAYS, Outcome, Plan, outcome
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.places.review.completing import complete
from memento_gui.qt.places.review.rules_form import RulesForm
from memento_gui.qt.plots.plan_bars import PlanBars
from memento_gui.qt.widgets.buttons import push_button
from memento_gui.qt.widgets.fitting import open_as
from memento_gui.qt.widgets.label import BOLD, label, separator

PREVIEW: Final = "review.preview"
_PAUSE_MS: Final = 200
_NARROW: Final = 760
_FORM: Final = 440
_BARS: Final = 200


class RulesDialog(QDialog):
    """The form on the left; on the right, or under it, reviews a day as they would be, over those as they are."""

    def __init__(
        self,
        context: PlaceContext,
        plan: Plan,
        apply: Callable[[Plan], object],
        parent: QWidget,
        *,
        at_target: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Review rules")
        open_as(self, 960, 680)
        self._context = context
        self._given = plan
        self._apply = apply
        self._now: Outcome | None = None
        self.form = RulesForm(plan)
        complete(context, self.form.query)
        self.bars = PlanBars(context.theme)
        self.said = label(wrap=True)
        self.agree = push_button("Apply", kind="primary")
        self.agree.setDefault(True)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self._preview)
        self._lay_out()
        self.form.turned.connect(self._pause.start)
        self.agree.clicked.connect(self._take)
        self._preview()
        (self.form.target if at_target else self.form.scheduler).setFocus()

    def _lay_out(self) -> None:
        self._ahead = QWidget()
        ahead = QVBoxLayout(self._ahead)
        ahead.setContentsMargins(0, 0, 0, 0)
        ahead.setSpacing(8)
        ahead.addWidget(label(f"Next {DAYS} days", weight=BOLD))
        note = "Bars: with these rules. Line: as it is now. Each card is taken to be known as often as its recall predicts."
        ahead.addWidget(label(note, size=12, tone="secondary", wrap=True))
        ahead.addWidget(self.bars, 1)
        ahead.addWidget(self.said)
        column = QWidget()
        self._column = QVBoxLayout(column)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(16)
        self._column.addWidget(self.form)
        self._area = QScrollArea()
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its fields take the focus
        self._area.setWidget(column)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QScrollArea.Shape.NoFrame)
        self._between = separator(upright=True)
        self._both = QHBoxLayout()
        self._both.setSpacing(16)
        self._both.addWidget(self._area)
        self._both.addWidget(self._between)
        self._both.addWidget(self._ahead, 1)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        cancel = push_button("Cancel")
        cancel.clicked.connect(self.reject)
        for button in (cancel, self.agree):
            buttons.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.addLayout(self._both, 1)
        layout.addLayout(buttons)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is no room beside the form, what lies ahead stands under it and scrolls with it."""
        super().resizeEvent(event)
        narrow = self.width() < _NARROW
        self._area.setMinimumWidth(0 if narrow else _FORM)
        self._area.setMaximumWidth(self.width() if narrow else _FORM)
        self._between.setVisible(not narrow)
        self.bars.setMinimumHeight(_BARS if narrow else 0)
        (self._column if narrow else self._both).addWidget(self._ahead, 1)

    def _preview(self) -> None:
        plan, given, known = self.form.plan(), self._given, self._now
        reviews, now_ms = self._context.library.reviews, self._context.clock.now_ms()

        def work(_job: object) -> tuple[Outcome, Outcome]:
            return known or outcome(reviews, given, now_ms=now_ms), outcome(reviews, plan, now_ms=now_ms)

        self._context.tasks.run(PREVIEW, work, self._show, failed=self._fail)

    def _show(self, pair: tuple[Outcome, Outcome]) -> None:
        now, planned = self._now, _ = pair
        self.bars.show_plans(planned.answers.first, now.answers.counts, planned.answers.counts)
        self.said.setText(outcome_text(now, planned))

    def _fail(self, error: MementoError) -> None:
        self.said.setText(error.sentence)

    def _take(self) -> None:
        plan = self.form.plan()
        self.accept()
        if plan != self._given:
            self._apply(plan)

    @override
    def done(self, result: int) -> None:
        """Close; a preview under way is not shown any more."""
        self._pause.stop()
        self._context.tasks.cancel(PREVIEW)
        super().done(result)


def outcome_text(now: Outcome, planned: Outcome) -> str:
    """Return what a plan leads to, beside what is now."""
    parts = [f"Reviews a day {now.answers.mean:.1f} → {planned.answers.mean:.1f}"]
    parts.append(
        f"at most {int(now.answers.counts.max(initial=0))} → {int(planned.answers.counts.max(initial=0))} on a day"
    )
    if now.answers.total and planned.answers.total:
        parts.append(f"known when asked {now.retention:.0%} → {planned.retention:.0%}")
    if planned.left:
        parts.append(f"{planned.left:,} cards still wait on the last day")
    return "; ".join(parts) + "."
