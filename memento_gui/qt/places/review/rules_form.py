"""The fields of the review rules: scheduler, target, what becomes a card, and how many a day."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QGridLayout, QLineEdit, QWidget

from memento_gui.domain.memory import TYPES
from memento_gui.domain.parameters import SCHEDULERS, ParameterSet
from memento_gui.domain.review_rules import MOST_A_DAY, ReviewRules
from memento_gui.model.reviews.planning import Plan
from memento_gui.qt.phrases import type_label
from memento_gui.qt.widgets.choice import Choice, NumberField
from memento_gui.qt.widgets.label import field_label, label
from memento_gui.qt.widgets.tags_line import tags_line, tags_of

NAMES: Final[Mapping[str, str]] = {"tau": "τ model", "preset": "Fixed steps", "fsrs": "FSRS-6"}
_AS_STORE: Final = "as the store"


class RulesForm(QWidget):
    """Shows a plan and returns what was made of it."""

    turned = Signal()

    def __init__(self, plan: Plan, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._plan = plan
        review, rules = plan.parameters.review, plan.rules
        self.scheduler = _schedulers(review.scheduler)
        self.of_type = {kind.value: _schedulers(rules.schedulers.get(kind.value, ""), first=_AS_STORE) for kind in TYPES}
        self.target = _number(review.target, low=0.5, high=0.97, step=0.01)
        self.new_per_day = _number(review.new_per_day, low=0, high=1000, step=1, decimals=0)
        self.due_per_day = _number(rules.due_per_day, low=0, high=MOST_A_DAY, step=10, decimals=0)
        self.rollover = _number(review.rollover_hour, low=0, high=23, step=1, decimals=0)
        self.pinned = _check("Pinned memories", checked=rules.pinned)
        self.types = {kind.value: _check(type_label(kind.value), checked=kind.value in rules.types) for kind in TYPES}
        self.importance = _number(review.introduce_importance, low=0.0, high=1.0, step=0.05)
        self.tags = QLineEdit(tags_line(rules.tags))
        self.query = QLineEdit(rules.query)
        self.query.setPlaceholderText("a filter line, such as project:memento")
        self.reschedule = _check("Set due days anew", checked=plan.reschedule)
        self.even = _check("and spread them over days", checked=plan.even)
        self._lay_out()
        self._listen()

    def _lay_out(self) -> None:
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 12, 0)
        form.setVerticalSpacing(4)
        rows: list[tuple[str, QWidget]] = [("Scheduler", self.scheduler)]
        rows += [(f"   {type_label(kind)}", choice) for kind, choice in self.of_type.items()]
        rows += [
            ("Target recall", self.target),
            ("Reviews a day, at most", self.due_per_day),
            ("New cards a day, at most", self.new_per_day),
            ("Day starts at hour", self.rollover),
            ("Become cards", self.pinned),
            ("Of type", _two_a_row(*self.types.values())),
            ("   from importance", self.importance),
            ("   or tagged", self.tags),
            ("   or passing", self.query),
            ("Known cards", self.reschedule),
            ("", self.even),
        ]
        for text, widget in rows:
            beside_box = isinstance(widget, QCheckBox) or widget.layout() is not None
            caption = label(text, size=12, tone="secondary") if beside_box else field_label(text, size=12)
            caption.setBuddy(widget)
            widget.setAccessibleName(widget.accessibleName() or text.strip())
            form.addRow(caption, widget)
        self.even.setEnabled(self.reschedule.isChecked())

    def _listen(self) -> None:
        for choice in (self.scheduler, *self.of_type.values()):
            choice.currentIndexChanged.connect(self.turned)
        for number in (self.target, self.new_per_day, self.due_per_day, self.rollover, self.importance):
            number.valueChanged.connect(self.turned)
        for box in (self.pinned, self.reschedule, self.even, *self.types.values()):
            box.toggled.connect(self.turned)
        for line in (self.tags, self.query):
            line.editingFinished.connect(self.turned)
        self.reschedule.toggled.connect(self.even.setEnabled)

    def plan(self) -> Plan:
        """Return the plan as the form says it."""
        rules = ReviewRules(
            schedulers={kind: str(c.currentData()) for kind, c in self.of_type.items() if c.currentData()},
            due_per_day=round(self.due_per_day.value()),
            pinned=self.pinned.isChecked(),
            types=tuple(kind for kind, box in self.types.items() if box.isChecked()),
            tags=tags_of(self.tags.text()),
            query=self.query.text().strip(),
        )
        return Plan(
            rules=rules,
            parameters=self._parameters(),
            reschedule=self.reschedule.isChecked(),
            even=self.even.isChecked(),
        )

    def _parameters(self) -> ParameterSet:
        return self._plan.parameters.with_values(
            {
                "review.scheduler": str(self.scheduler.currentData()),
                "review.target": round(self.target.value(), 2),
                "review.new_per_day": round(self.new_per_day.value()),
                "review.introduce_importance": round(self.importance.value(), 2),
                "review.rollover_hour": round(self.rollover.value()),
            }
        )


def _schedulers(chosen: str, *, first: str = "") -> Choice:
    made = Choice()
    if first:
        made.addItem(first, "")
    for name in SCHEDULERS:
        made.addItem(NAMES[name], name)
    made.choose(chosen)
    made.setFixedWidth(168)
    return made


def _number(value: float, *, low: float, high: float, step: float, decimals: int = 2) -> NumberField:
    made = NumberField(low=low, high=high, step=step, decimals=decimals)
    made.setValue(value)
    made.setFixedWidth(96)
    return made


def _check(text: str, *, checked: bool) -> QCheckBox:
    made = QCheckBox(text)
    made.setChecked(checked)
    made.setAccessibleName(text)
    return made


def _two_a_row(*widgets: QWidget) -> QWidget:
    made = QWidget()
    grid = QGridLayout(made)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setVerticalSpacing(4)
    for number, widget in enumerate(widgets):
        grid.addWidget(widget, number // 2, number % 2)
    return made
