"""The two scores of a store: ForgetScore on an even axis, the decay score on a logarithmic one with open ends."""

from typing import Final

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from memento_gui.domain.arrays import FloatArray
from memento_gui.qt.plots.ground import Span
from memento_gui.qt.plots.histogram import Histogram
from memento_gui.qt.plots.ticks import Ticks
from memento_gui.qt.theme import Theme

_RULES: Final = {
    name: (f"forgetting.{name}_threshold", f"Drag to set the score from which a memory is a {name} candidate.")
    for name in ("soft", "hard")
}
_DECISIONS: Final = {
    "forget": ("decay.forget", "Drag to set the score under which a memory is forgotten."),
    "promote": ("decay.promote", "Drag to set the score from which a memory is promoted."),
}
_POWERS: Final = (0.01, 0.1, 1.0)


class ForgetHistogram(Histogram):
    """Counts by ForgetScore, with the thresholds of both rules."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "ForgetScore", _RULES, parent)
        self.set_axes(Span(-0.4, 1.0), Ticks(), Span(0.0, 1.0), Ticks((0.0,), ("0",)))

    @override
    def axis(self, edges: FloatArray) -> tuple[Span, Ticks]:
        low, high = float(edges[0]), float(edges[-1])
        return Span(low, high), _even_ticks(low, high)

    @override
    def bin_text(self, place: int) -> str:
        low, high = (_signed(f"{edge:.3f}") for edge in self.edges[place : place + 2])
        return f"{low} to {high}"


class DecayHistogram(Histogram):
    """Counts by decay score, with the thresholds of its decisions; the first and the last bin are open."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "Decay score", _DECISIONS, parent)
        self.set_axes(Span(0.001, 10.0, logarithmic=True), Ticks(), Span(0.0, 1.0), Ticks((0.0,), ("0",)))

    @override
    def axis(self, edges: FloatArray) -> tuple[Span, Ticks]:
        span = Span(float(edges[0]), float(edges[-1]), logarithmic=True)
        under, over = (span.value_at((span.place(a) + span.place(b)) / 2) for a, b in (edges[:2], edges[-2:]))
        texts = ("0.01", "0.1", "1")
        return span, Ticks((under, *_POWERS, over), (f"<{edges[1]:.1g}", *texts, f"≥{edges[-2]:.3g}"))

    @property
    @override
    def bin_scores(self) -> FloatArray:
        """Open bins are at the edge that they have."""
        scores = super().bin_scores
        scores[[0, -1]] = self.edges[[1, -2]]
        return scores

    @override
    def bin_text(self, place: int) -> str:
        low, high = (f"{edge:.3g}" for edge in self.edges[place : place + 2])
        if place == 0:
            return f"under {high}"
        return f"from {low}" if place == len(self.heights) - 1 else f"{low} to {high}"


def _even_ticks(low: float, high: float) -> Ticks:
    step = 0.2 if high - low <= 1.8 else 0.5
    values = tuple(round(step * index, 1) for index in range(-20, 21) if low - 1e-9 <= step * index <= high + 1e-9)
    return Ticks(values, tuple(_signed(f"{value:g}") for value in values))


def _signed(text: str) -> str:
    return text.replace("-", "\N{MINUS SIGN}")
