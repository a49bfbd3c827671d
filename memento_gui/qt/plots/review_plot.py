"""Recall of a card from its introduction, and after its first review by answer, with the points at which it is due."""

from typing import Final

from PySide6.QtCore import QMargins, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from memento_gui.domain.parameters import ParameterSet, ReviewParameters
from memento_gui.engine.curves import recall_curve
from memento_gui.engine.review import due_after, first_tau, next_tau
from memento_gui.qt.plots.ground import Span
from memento_gui.qt.plots.handles import RoundHandle, ThresholdLine
from memento_gui.qt.plots.labels import LEFT, RIGHT, Spot
from memento_gui.qt.plots.plot import Plot
from memento_gui.qt.plots.strokes import SAVED_DASH, Stroke
from memento_gui.qt.plots.ticks import Ticks, day_axis
from memento_gui.qt.theme import Theme

ANSWERS: Final = {"bad": (0.0, 1.0), "good": (0.0, 0.0), "helpful": (1.0, 0.0)}
"""An answer's shares of helpful and of bad."""

TARGET: Final = "review.target"
FIRST: Final = "review.first_interval"
_DASHES: Final = {"bad": (2.0, 3.0), "good": (7.0, 3.0), "helpful": (9.0, 2.0, 2.0, 2.0)}
_IMPORTANCE: Final = 0.5
_Y_TICKS: Final = Ticks((0.0, 0.5, 1.0), ("0", "0.5", "1"))
_ROOM: Final = 1.25
_LEAST: Final = 0.01


class ReviewPlot(Plot):
    """exp(−t/τ). The target is dragged up and down, the first due point sideways; both say what they want."""

    pressed = Signal(str)
    """A handle was taken (its parameter's name)."""
    turned = Signal(str, float)
    """A handle wants this value (its parameter's name, the value)."""
    released = Signal(str)
    """A handle was let go."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, QMargins(32, 36, 16, 26), interactive=True, parent=parent)
        self._shown: tuple[ReviewParameters, ReviewParameters] | None = None
        self._held = ""
        self._dues: dict[str, float] = {}
        self.add_curve("saved", Stroke(colour="text_tertiary", width=1.5, dash=SAVED_DASH), z=8.0)
        self.add_curve("first", Stroke(colour="text", width=2.5))
        for answer, dash in _DASHES.items():
            self.add_curve(answer, Stroke(colour="text", width=1.5, dash=dash))
            self.add_label(answer)
        self.add_label("due", tone="text", weight=QFont.Weight.Medium)
        self.add_label("target")
        self.target = ThresholdLine()
        self.due = RoundHandle("text")
        self._listen()
        self.setAccessibleName("Recall since the last review")

    def _listen(self) -> None:
        for grip, name in ((self.target, TARGET), (self.due, FIRST)):
            self.add_tinted(grip)
            grip.pressed.connect(lambda name=name: self._take(name))
            grip.released.connect(lambda name=name: self._let_go(name))
        self.target.turned.connect(lambda recall: self.turned.emit(TARGET, recall))
        self.due.turned.connect(lambda days: self.turned.emit(FIRST, min(max(days, _LEAST), self.ground.x_span.high)))
        self.target.setToolTip("Drag to set the recall at which a card is due.")
        self.due.setToolTip("Drag to set the days from introduction to the first review.")

    def show_parameters(self, parameters: ParameterSet, saved: ParameterSet) -> None:
        """Show a set, and dashed the first curve of the saved one."""
        self._shown = (parameters.review, saved.review)
        self._draw()

    @property
    def dues(self) -> dict[str, float]:
        """Days after which a card is due: the first time, and after the first review by answer."""
        return dict(self._dues)

    def _take(self, name: str) -> None:
        self._held = name
        self.pressed.emit(name)

    def _let_go(self, name: str) -> None:
        self._held = ""
        self.released.emit(name)
        self._draw()

    def _draw(self) -> None:
        if self._shown is None:
            return
        now, before = self._shown
        taus = {"first": first_tau(now)} | {answer: _after(answer, now) for answer in ANSWERS}
        self._dues = {name: float(due_after(tau, now.target)) for name, tau in taus.items()}
        if not self._held:  # the axis stands still while something is dragged
            end, ticks = day_axis(max(self._dues.values()) * _ROOM)
            self.set_axes(Span(0.0, end), ticks, Span(0.0, 1.0), _Y_TICKS)
        end = self.ground.x_span.high
        for name, tau in taus.items():
            curve = recall_curve(tau, now.target, until_days=end).curve
            self.draw(name, curve.x, curve.y)
        if first_tau(before) == taus["first"]:
            self.hide_curve("saved")
        else:
            was = recall_curve(first_tau(before), before.target, until_days=end).curve
            self.draw("saved", was.x, was.y)
        self.put(self.target, 0.0, now.target)
        self.put(self.due, self._dues["first"], now.target)
        self._write(now, end)

    def _write(self, now: ReviewParameters, end: float) -> None:
        due = self._dues["first"]
        self.write("due", f"due {due:.3g} d", Spot(x=due, y=now.target, dx=10, dy=-14, align=LEFT))
        said = [("target", f"target {now.target:.2f}", Spot(x=end, y=now.target, dx=-4, dy=12, align=RIGHT))]
        for answer in ANSWERS:
            height = float(self.curve(answer)[1][-1])
            text = f"{answer} {self._dues[answer]:.3g} d"
            said.append((answer, text, Spot(x=end, y=height, dx=-2, dy=-9, align=RIGHT)))
        self.write_apart(said)
        told = ", ".join(f"after {answer} {self._dues[answer]:.3g} days" for answer in ANSWERS)
        self.setAccessibleDescription(f"Due at {now.target:.2f}: first after {due:.3g} days, then {told}")

    @override
    def laid_out(self) -> None:
        self.stretch([self.target])
        if self._shown is not None:
            self._write(self._shown[0], self.ground.x_span.high)


def _after(answer: str, parameters: ReviewParameters) -> float:
    """Return τ after the first review, answered in time, of a memory of middling importance that was never used."""
    helpful, bad = ANSWERS[answer]
    tau = first_tau(parameters)
    due = float(due_after(tau, parameters.target))
    return float(
        next_tau(
            tau,
            importance=_IMPORTANCE,
            usage=0.0,
            helpful=helpful,
            bad=bad,
            elapsed_days=due,
            interval_days=due,
            parameters=parameters,
        )
    )
