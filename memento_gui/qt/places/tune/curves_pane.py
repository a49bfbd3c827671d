"""The curves: recency by age, decay since the last use, and what repeated use is worth."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.domain.memory import MemoryType
from memento_gui.domain.parameters import DECAY_MODELS, DecayParameters, ParameterSet, RecencyParameters
from memento_gui.model.lives import NamedLives
from memento_gui.qt.phrases import type_label
from memento_gui.qt.places.tune.effects import Effects
from memento_gui.qt.places.tune.knobs.numbers import choice_text
from memento_gui.qt.plots.cross_hair import CrossHair
from memento_gui.qt.plots.decay_plot import DecayPlot
from memento_gui.qt.plots.legend import Entry, Legend
from memento_gui.qt.plots.life_hair import LifeHair
from memento_gui.qt.plots.life_plot import LifePlot
from memento_gui.qt.plots.recency_plot import RecencyPlot
from memento_gui.qt.plots.strokes import DASHES, Stroke
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.label import BOLD, label, plain_tip, separator

_EFFECTS: Final = 272
_NARROW: Final = 660
"""Below this width there is no room for the effects beside the decay plot."""

_TYPES: Final = tuple(Entry(text=type_label(kind.value), kind=kind.value) for kind in MemoryType)


def _heading(title: QLabel, *beside: QWidget, right: QWidget | None = None) -> QHBoxLayout:
    line = QHBoxLayout()
    line.setContentsMargins(16, 12, 16, 0)
    line.setSpacing(12)
    line.addWidget(title, 0, Qt.AlignmentFlag.AlignTop)
    for widget in beside:
        line.addWidget(widget, 0, Qt.AlignmentFlag.AlignTop)
    line.addStretch(1)
    if right is not None:
        line.addWidget(right)
    return line


class CurvesPane(QWidget):
    """All curves of a set. Handles and thresholds that are dragged say what they want."""

    pressed = Signal(str)
    """Something that turns this knob was taken."""
    turned = Signal(str, float)
    """The knob of this name should have this value."""
    released = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.recency = RecencyPlot(theme)
        self.decay = DecayPlot(theme)
        self.effects = Effects(theme)
        self.age_hair = CrossHair(self.recency, {kind.value: type_label(kind.value) for kind in MemoryType})
        shown = {model: choice_text(model) for model in DECAY_MODELS}
        self.decay_hair = CrossHair(self.decay, shown | {"fixed_ttl": "Fixed lifetime", "linear": "Linear"})
        self._models = Legend(theme, _model_entries("power_law"))
        self._note = label("dashed is the saved set", size=12, tone="secondary")
        self._shown: tuple[ParameterSet, ParameterSet] | None = None
        self._differs = False
        self.life = LifePlot(theme)
        self.life_hair = LifeHair(self.life)
        self._lives: NamedLives | None = None
        self.over_time = QCheckBox("Selected over time")
        self.over_time.toggled.connect(lambda _on: self._show_lives())
        self.over_time.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.over_time.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(_heading(label("Recency by age", weight=BOLD), self._note, right=Legend(theme, _TYPES)))
        layout.addWidget(self.recency, 52)
        layout.addWidget(separator())
        layout.addLayout(self._lower(), 48)
        for part in (self.recency, self._lower_plots, self.effects):  # a plot would ask for the height that it once had
            part.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        for plot in (self.recency, self.decay, self.effects):
            plot.pressed.connect(self.pressed)
            plot.turned.connect(self.turned)
            plot.released.connect(self.released)

    def _lower(self) -> QHBoxLayout:
        decay = QVBoxLayout()
        decay.setSpacing(0)
        self._decay_title = label("Decay since use", weight=BOLD)
        decay.addLayout(_heading(self._decay_title, self.over_time))
        names = QHBoxLayout()  # below, where all of them fit into one row
        names.setContentsMargins(16, 4, 16, 0)
        names.addWidget(self._models)
        decay.addLayout(names)
        self._lower_plots = QStackedWidget()
        self._lower_plots.addWidget(self.decay)
        self._lower_plots.addWidget(self.life)
        decay.addWidget(self._lower_plots, 1)
        self._side = QWidget()
        self._side.setFixedWidth(_EFFECTS)
        beside = QHBoxLayout(self._side)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.setSpacing(0)
        beside.addWidget(separator(upright=True))
        beside.addWidget(self.effects, 1)
        lower = QHBoxLayout()
        lower.setSpacing(0)
        lower.addLayout(decay, 1)
        lower.addWidget(self._side)
        return lower

    def show_parameters(self, parameters: ParameterSet, saved: ParameterSet) -> None:
        """Show a set, and dashed what the saved one has otherwise; only what changed is drawn again."""
        if self._shown is None or _recency_of(*self._shown) != _recency_of(parameters, saved):
            self.recency.show_parameters(parameters, saved)
        if self._shown is None or _decay_of(*self._shown) != _decay_of(parameters, saved):
            self._show_decay(parameters, saved)
        if self._shown is None or _effects_of(*self._shown) != _effects_of(parameters, saved):
            self.effects.show_parameters(parameters, saved)
        self._shown = (parameters, saved)
        self._differs = parameters.recency != saved.recency
        self._show_note()

    def _show_decay(self, parameters: ParameterSet, saved: ParameterSet) -> None:
        self.decay.show_parameters(parameters, saved)
        if self.over_time.isChecked() and self._lives is not None:
            self.life.show_lives(self._lives.lives, self._lives.now_ms, parameters.decay)
        self._explain_curves(parameters.decay.model)

    def _explain_curves(self, in_use: str) -> None:
        own = len(self._lives) if self._lives is not None else 0
        self._models.show_entries([*_model_entries(in_use), *([_own_entry(own)] if own else [])])

    def spread(self, *, logarithmic: bool) -> None:
        """Spread time by its logarithm, or evenly."""
        self.recency.spread(logarithmic=logarithmic)
        self.decay.spread(logarithmic=logarithmic)
        self.effects.spread(logarithmic=logarithmic)

    def show_memories(self, found: NamedLives) -> None:
        """Show the own curves of K memories: thin since their last use, or over time."""
        lives = found.lives
        self._lives = found
        self.decay.show_memories(lives.uses[lives.last], lives.strength, lives.tag_factor)
        chosen = "the memory" if len(found) == 1 else f"the {len(found):,} memories"
        self.over_time.setToolTip(plain_tip(f"Show {chosen} selected in Browse over time, with their uses; at most 200"))
        self.over_time.setVisible(bool(len(found)))
        self.life_hair.name([_named(title, n) for title, n in zip(found.titles, found.undated, strict=True)])
        if not len(found):
            self.over_time.setChecked(False)
        if self._shown is not None:
            self._explain_curves(self._shown[0].decay.model)
        self._show_lives()

    def _show_lives(self) -> None:
        on = self.over_time.isChecked() and self._lives is not None
        if on and self._lives is not None and self._shown is not None:
            self.life.show_lives(self._lives.lives, self._lives.now_ms, self._shown[0].decay)
        self._decay_title.setText("Score over time" if on else "Decay since use")
        self._models.setVisible(not on)
        self._lower_plots.setCurrentIndex(int(on))

    def mark(self, name: str) -> None:
        """Show which knob has the focus."""
        self.recency.mark(name)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._side.setVisible(self.width() >= _NARROW)
        self._show_note()

    def _show_note(self) -> None:
        self._note.setVisible(self._differs and self.width() >= _NARROW)


def _named(title: str, undated: int) -> str:
    uses = "1 use without a date" if undated == 1 else f"{undated} uses without a date"
    return f"{title or '(no words)'} ({uses})" if undated > 0 else title or "(no words)"


def _recency_of(parameters: ParameterSet, saved: ParameterSet) -> tuple[RecencyParameters, RecencyParameters]:
    return parameters.recency, saved.recency


def _decay_of(parameters: ParameterSet, saved: ParameterSet) -> tuple[DecayParameters, DecayParameters]:
    return parameters.decay, saved.decay


def _effects_of(parameters: ParameterSet, saved: ParameterSet) -> tuple[object, ...]:
    return parameters.decay, parameters.review, saved.review


def _own_entry(count: int) -> Entry:
    return Entry(text="selected" if count == 1 else f"{count:,} selected", stroke=Stroke(colour="accent", width=1.0))


def _model_entries(in_use: str) -> Sequence[Entry]:
    return [
        Entry(
            text=choice_text(model).lower(),
            stroke=Stroke(colour="text", width=2.5 if model == in_use else 1.5, dash=DASHES[model]),
            strong=model == in_use,
        )
        for model in DECAY_MODELS
    ]
