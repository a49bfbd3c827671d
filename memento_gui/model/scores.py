"""Every memory's numbers without a query: standing, decay and forgetting; rows as in the table of features."""

from collections.abc import Callable
from typing import TypeVar

from memento_gui.domain.arrays import CodeArray, FloatArray
from memento_gui.domain.clock import Clock
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.parameters import ParameterSet, UsageParameters
from memento_gui.engine.decay import decay_scores
from memento_gui.engine.decisions import decisions_of
from memento_gui.engine.forgetting import Forgetting, forget_scores
from memento_gui.engine.standing import Standing, standing
from memento_gui.engine.usage import TableUsage, table_usage
from memento_gui.model.live import LiveStore
from memento_gui.model.prospects import tag_factor_column

Value = TypeVar("Value")


class Scores:
    """Computes what the engine says of the whole store, as of now. Without ``parameters`` the active set is taken."""

    def __init__(self, live: LiveStore, clock: Clock, parameters: Callable[[], ParameterSet]) -> None:
        self._live, self._clock, self._parameters = live, clock, parameters
        self._kept_usage: tuple[FeatureTable, UsageParameters, TableUsage] | None = None

    def standing(self, parameters: ParameterSet | None = None) -> Standing:
        """Return every memory's score without a query."""
        table, used = self._live.snapshot().table, parameters or self._parameters()
        return standing(table, used, now_ms=self._clock.now_ms(), used=self.usage(table, used.usage))

    def usage(self, table: FeatureTable, parameters: UsageParameters) -> TableUsage:
        """Return the usage signal, which changes only with the table and its own parameters: the last one is kept."""
        kept = self._kept_usage
        if kept is None or not _used_alike(kept[0], table) or kept[1] != parameters:
            kept = self._kept_usage = (table, parameters, table_usage(table, parameters))
        return kept[2]

    def decay(self, parameters: ParameterSet | None = None) -> FloatArray:
        """Return every memory's decay score."""
        return self._by_decay(decay_scores, parameters)

    def decisions(self, parameters: ParameterSet | None = None) -> CodeArray:
        """Return what the decay rules would do with every memory, as codes of `Decision`."""
        return self._by_decay(decisions_of, parameters)

    def forgetting(self, parameters: ParameterSet | None = None) -> Forgetting:
        """Return every memory's ForgetScore with its terms and its distance to both rules."""
        table, used = self._live.snapshot().table, parameters or self._parameters()
        return forget_scores(table, used, now_ms=self._clock.now_ms(), used=self.usage(table, used.usage))

    def _by_decay(self, formula: Callable[..., Value], parameters: ParameterSet | None) -> Value:
        snapshot, knobs = self._live.snapshot(), (parameters or self._parameters()).decay
        factors = tag_factor_column(snapshot, knobs)
        return formula(snapshot.table, knobs, now_ms=self._clock.now_ms(), tag_factor=factors)


def _used_alike(one: FeatureTable, other: FeatureTable) -> bool:
    """Whether two tables share the columns that usage depends on: a later table shares what did not change."""
    names = ("views", "cites", "edits", "status", "trashed")
    return one is other or all(getattr(one, name) is getattr(other, name) for name in names)
