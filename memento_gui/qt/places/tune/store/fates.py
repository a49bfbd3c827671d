"""What a parameter set means for a whole store: how many it would forget or promote, and whose fate it changes."""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from memento_gui.domain.arrays import BoolArray, CodeArray, FloatArray, IntArray
from memento_gui.domain.clock import age_days
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.memory import TYPES
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.decay import decay_scores
from memento_gui.engine.decisions import DECISIONS, Decision, decide, decisions
from memento_gui.engine.forget_rules import HARD, SOFT, forget_rules
from memento_gui.engine.forgetting import ForgetRule, forget_scores
from memento_gui.engine.numbers import Numbers
from memento_gui.engine.recency import by_type
from memento_gui.engine.usage import table_usage
from memento_gui.qt.places.tune.store.bins import FORGET, counted, edges_of

TERMS: Final = ("age", "disuse", "duplicates", "importance", "pinned")
RULES: Final = ("kept", "soft", "hard")
DECIDED: Final = {Decision.PROMOTE: "promoted", Decision.FORGET: "forgotten", Decision.KEEP: "kept"}

_SEEN: Final = 0.0005
"""A term that moved less is not the reason."""

_FADED_AFTER: Final = 3.0
"""Half-lives after which recency has lost seven eighths of its weight."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdicts:
    """N memories under one set: ForgetScore and rule (codes into `RULES`), decay score and decision (into `DECISIONS`)."""

    forget_score: FloatArray
    rule: CodeArray
    decay_score: FloatArray
    decision: CodeArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How many of a store's active memories each rule and each decision takes."""

    soft: int
    hard: int
    forgotten: int
    kept: int
    promoted: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """One memory whose fate the numbers change; scores before and after belong to the rule that changed it.

    ``distance`` is how far the score after lies from the threshold that decides, 0 or more; None where none does.
    ``idle_days`` is how long it was not used, where that is what counts.
    """

    id: str
    type: str
    age_days: float
    before: str
    after: str
    score_before: float | None
    score_after: float
    distance: float | None
    reason: str
    idle_days: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fates:
    """The memories whose fate changes, the most important first; `Fate` values are made as far as they are shown."""

    table: FeatureTable
    saved: Verdicts
    now: Verdicts
    sets: tuple[ParameterSet, ParameterSet]
    now_ms: int
    rows: IntArray

    def __len__(self) -> int:
        return len(self.rows)

    def taken(self, start: int, stop: int) -> tuple[Fate, ...]:
        """Return some of them."""
        rows = self.rows[start:stop]
        ages, moved = age_days(self.now_ms, self.table.created_ms[rows]), self._moved(rows)
        return tuple(
            self._fate(int(row), float(ages[at]), {name: float(term[at]) for name, term in moved.items()})
            for at, row in enumerate(rows)
        )

    def _moved(self, rows: IntArray) -> dict[str, FloatArray]:
        """Return by how much each term of ForgetScore is more than under the saved set."""
        part = self.table.take(rows)
        saved, now = (
            forget_scores(part, one, now_ms=self.now_ms, used=table_usage(self.table, one.usage).take(rows))
            for one in self.sets
        )
        return {name: getattr(now, name) - getattr(saved, name) for name in TERMS}

    def _fate(self, row: int, age: float, moved: Mapping[str, float]) -> Fate:
        """A forgetting rule that changes goes before the decision on the decay score."""
        by_rule = self.saved.rule[row] != self.now.rule[row]
        both = (self.saved, self.now)
        before, after = (RULES[v.rule[row]] if by_rule else DECIDED[DECISIONS[v.decision[row]]] for v in both)
        was, score = (float((v.forget_score if by_rule else v.decay_score)[row]) for v in both)
        distance, reason = self._by_rule(row, was, score, moved) if by_rule else self._by_decay(row, score, age)
        return Fate(
            id=str(self.table.ids[row]),
            type=TYPES[self.table.type[row]].value,
            age_days=age,
            before=before,
            after=after,
            score_before=was,
            score_after=score,
            distance=distance,
            reason=reason,
        )

    def _by_rule(self, row: int, was: float, score: float, moved: Mapping[str, float]) -> tuple[float, str]:
        """Return the distance to the rule's threshold, and what brought the score over it or back."""
        rule = ForgetRule(RULES[max(self.saved.rule[row], self.now.rule[row])])
        before, now = (one.forgetting for one in self.sets)
        threshold = rule.threshold(now)
        said = f"ForgetScore {score:.3f}, {rule.value} from {threshold:g}"
        most = max(moved, key=lambda name: abs(moved[name]))
        if (was >= rule.threshold(before)) == (score >= threshold):
            days = rule.time_to_live(now)[TYPES[self.table.type[row]].value]
            said += f"; taken after {days:g} d" if math.isfinite(days) else "; never taken"
        elif abs(moved[most]) >= _SEEN:
            said += f"; {most} gives {moved[most]:+.3f}".replace("-", "\N{MINUS SIGN}")
        return abs(score - threshold), f"{said}."

    def _by_decay(self, row: int, score: float, age: float) -> tuple[float | None, str]:
        """Return the distance to the decay threshold that decides, and the decision with its numbers."""
        knobs, table = self.sets[1].decay, self.table
        uses, pinned = int(table.uses[row]), bool(table.pinned[row])
        told = decide(score, uses=uses, age_days=age, pinned=pinned, parameters=knobs)
        codes = (DECISIONS[self.saved.decision[row]], DECISIONS[self.now.decision[row]])
        threshold = knobs.forget if Decision.FORGET in codes and Decision.PROMOTE not in codes else knobs.promote
        by_score = told.decision is not Decision.PROMOTE or score >= knobs.promote
        return abs(score - threshold) if by_score else None, told.reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """A store's ``total`` active memories under the saved numbers and under these; others are ``set_aside``, by why.

    ``edges`` bound the bins of one score (``measure``: `FORGET` or `DECAY`) in which ``now_bins`` and ``saved_bins``
    count. ``faded`` of ``recallable`` memories are past three of their half-lives, so that recency hardly counts for them
    any more.
    """

    total: int
    set_aside: Mapping[str, int]
    saved: Counts
    now: Counts
    measure: str
    edges: FloatArray
    now_bins: IntArray
    saved_bins: IntArray
    fates: Fates
    faded: int
    recallable: int


def judge(table: FeatureTable, parameters: ParameterSet, *, now_ms: int, tag_factor: Numbers = 1.0) -> Verdicts:
    """Return what a set makes of each of N memories."""
    forget_score, rule = forget_rules(table, parameters, now_ms=now_ms)
    decay = decay_scores(table, parameters.decay, now_ms=now_ms, tag_factor=tag_factor)
    decided = decisions(
        decay,
        uses=table.uses,
        age_days=age_days(now_ms, table.created_ms),
        pinned=table.pinned,
        parameters=parameters.decay,
    )
    return Verdicts(forget_score=forget_score, rule=rule, decay_score=decay, decision=decided)


def compare(
    table: FeatureTable,
    saved: tuple[ParameterSet, Verdicts],
    now: tuple[ParameterSet, Verdicts],
    *,
    now_ms: int,
    measure: str = FORGET,
) -> Outlook:
    """Return the store's active memories under both sets, given the `Verdicts` of all N; one score is binned."""
    active = table.active
    edges = edges_of(measure, saved[0], now[0])
    now_bins, saved_bins = (counted(measure, getattr(one[1], measure)[active], edges) for one in (now, saved))
    return Outlook(
        total=int(active.sum()),
        set_aside=table.set_aside,
        saved=_counts(saved[1], active),
        now=_counts(now[1], active),
        measure=measure,
        edges=edges,
        now_bins=now_bins,
        saved_bins=saved_bins,
        fates=Fates(
            table=table,
            saved=saved[1],
            now=now[1],
            sets=(saved[0], now[0]),
            now_ms=now_ms,
            rows=_changed(table, saved[1], now[1]),
        ),
        faded=_faded(table, now[0], now_ms),
        recallable=int(table.recallable.sum()),
    )


def population(
    table: FeatureTable, parameters: ParameterSet, instants_ms: Iterable[int], *, tag_factor: Numbers = 1.0
) -> Iterator[Counts]:
    """Yield how many of the memories that are active now would have each fate at each instant, if nothing else happened."""
    active = table.active
    for now_ms in instants_ms:
        yield _counts(judge(table, parameters, now_ms=now_ms, tag_factor=tag_factor), active)


def _counts(verdicts: Verdicts, active: BoolArray) -> Counts:
    rules = np.bincount(verdicts.rule[active], minlength=len(RULES))
    decided = dict(zip(DECISIONS, np.bincount(verdicts.decision[active], minlength=len(DECISIONS)), strict=True))
    return Counts(
        soft=int(rules[SOFT]),
        hard=int(rules[HARD]),
        forgotten=int(decided[Decision.FORGET]),
        kept=int(decided[Decision.KEEP]),
        promoted=int(decided[Decision.PROMOTE]),
    )


def _changed(table: FeatureTable, saved: Verdicts, now: Verdicts) -> IntArray:
    changed = np.flatnonzero(table.active & ((saved.rule != now.rule) | (saved.decision != now.decision)))
    return changed[np.lexsort((table.ordinal[changed], -table.importance[changed]))]


def _faded(table: FeatureTable, parameters: ParameterSet, now_ms: int) -> int:
    past = age_days(now_ms, table.created_ms) > _FADED_AFTER * by_type(parameters.recency.half_life, table.type)
    return int((past & table.recallable).sum())


def tag_pairs(table: FeatureTable, tags: Mapping[str, tuple[str, ...]]) -> Iterable[tuple[int, str]]:
    """Yield row and tag of every tag of a table's memories."""
    row_of = table.row_of
    return ((row_of[identity], tag) for identity, held in tags.items() if identity in row_of for tag in held)
