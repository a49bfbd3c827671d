"""Forgetting: how much speaks for forgetting each memory, term by term, and which become candidates."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from memento_gui.domain.arrays import BoolArray, FloatArray
from memento_gui.domain.clock import age_days
from memento_gui.domain.features import UNKNOWN_DUPLICATES, FeatureTable
from memento_gui.domain.knobs import Table
from memento_gui.domain.parameters import ForgettingParameters, ParameterSet
from memento_gui.engine.importance import importance, project_boosts
from memento_gui.engine.recency import by_type, recency
from memento_gui.engine.usage import TableUsage, table_usage


class ForgetRule(StrEnum):
    """Which of the two rules makes a memory a candidate."""

    SOFT = "soft"
    HARD = "hard"

    def threshold(self, parameters: ForgettingParameters) -> float:
        """Return the score from which the rule takes a memory."""
        return parameters.soft_threshold if self is ForgetRule.SOFT else parameters.hard_threshold

    def time_to_live(self, parameters: ForgettingParameters) -> Table:
        """Return the days by type before which the rule takes none; ``inf`` is never."""
        return parameters.soft_ttl if self is ForgetRule.SOFT else parameters.hard_ttl


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetSignals:
    """What the terms are made of, for N memories: signals in [0, 1]."""

    recency: FloatArray
    usage: FloatArray
    duplicates: FloatArray
    importance: FloatArray
    pinned: BoolArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgetting:
    """N ForgetScores, in the rows of the feature table.

    ``age``, ``disuse``, ``duplicates``, ``importance`` and ``pinned`` are the signed terms; they sum to ``score``.
    ``to_soft`` and ``to_hard`` are score minus threshold: from 0 on the score is high enough. ``soft`` and ``hard`` are
    the candidates; a hard one is not listed as soft too. ``duplicates_known`` is false where no vector was compared yet:
    the term counts 0 there.
    """

    score: FloatArray
    age: FloatArray
    disuse: FloatArray
    duplicates: FloatArray
    importance: FloatArray
    pinned: FloatArray
    signals: ForgetSignals
    duplicates_known: BoolArray
    used: BoolArray
    eligible: BoolArray
    soft: BoolArray
    hard: BoolArray
    to_soft: FloatArray
    to_hard: FloatArray
    age_days: FloatArray
    soft_ttl_days: FloatArray
    hard_ttl_days: FloatArray

    def __len__(self) -> int:
        return len(self.score)

    def rule_of(self, row: int) -> ForgetRule | None:
        """Return the rule by which a row is a candidate, or None."""
        if self.hard[row]:
            return ForgetRule.HARD
        return ForgetRule.SOFT if self.soft[row] else None


def forget_scores(
    table: FeatureTable, parameters: ParameterSet, *, now_ms: int, used: TableUsage | None = None
) -> Forgetting:
    """Return u₁·(1 − recency) + u₂·(1 − usage) + u₃·duplicates − u₄·importance − u₅·pinned, and who is a candidate.

    A candidate is active, not in the trash, not pinned, has reached the threshold and outlived its type's time to live.

    Args:
        table: N memories.
        parameters: The numbers; recency takes forgetting's own half-lives.
        now_ms: The instant at which ages end.
        used: `table_usage` of this table and these parameters, where the caller keeps it.

    Raises:
        InvalidParameter: If a number of the table is NaN or outside its bounds.

    Source: memento-mcp-server, "Formulas for Search Ranking and Memory Decay", section 2.
    """
    weights = parameters.forgetting
    ages = age_days(now_ms, table.created_ms)
    used = table_usage(table, parameters.usage) if used is None else used
    signals = ForgetSignals(
        recency=recency(ages, by_type(weights.half_life, table.type)),
        usage=used.signal,
        duplicates=duplicate_ratio(table, weights),
        importance=importance(
            table.importance,
            pinned=table.pinned,
            type_codes=table.type,
            project_boost=project_boosts(table.project, table.projects, parameters.importance),
            parameters=parameters.importance,
        ),
        pinned=table.pinned,
    )
    terms = _terms(signals, weights)
    score = terms["age"] + terms["disuse"] + terms["duplicates"] + terms["importance"] + terms["pinned"]
    soft_ttl, hard_ttl = by_type(weights.soft_ttl, table.type), by_type(weights.hard_ttl, table.type)
    eligible = table.active & ~table.pinned
    hard = eligible & (score >= weights.hard_threshold) & (ages >= hard_ttl)
    return Forgetting(
        score=score,
        signals=signals,
        duplicates_known=table.duplicates != UNKNOWN_DUPLICATES,
        used=used.raw > 0.0,
        eligible=eligible,
        soft=eligible & ~hard & (score >= weights.soft_threshold) & (ages >= soft_ttl),
        hard=hard,
        to_soft=score - weights.soft_threshold,
        to_hard=score - weights.hard_threshold,
        age_days=ages,
        soft_ttl_days=soft_ttl,
        hard_ttl_days=hard_ttl,
        **terms,
    )


def forget_score(
    *, recency: float, usage: float, duplicates: float, importance: float, pinned: bool, parameters: ForgettingParameters
) -> float:
    """Return the ForgetScore of one memory from its signals, each in [0, 1]."""
    signals = ForgetSignals(
        recency=np.array(recency),
        usage=np.array(usage),
        duplicates=np.array(duplicates),
        importance=np.array(importance),
        pinned=np.array(pinned),
    )
    return float(sum(_terms(signals, parameters).values()))


def duplicate_ratio(table: FeatureTable, parameters: ForgettingParameters) -> FloatArray:
    """Return min(near-duplicates, cap)/cap of each memory; 0 where they are not counted yet."""
    cap = parameters.duplicate_cap
    return np.clip(table.duplicates, 0, cap) / cap


def _terms(signals: ForgetSignals, weights: ForgettingParameters) -> dict[str, FloatArray]:
    return {
        "age": weights.recency * (1.0 - signals.recency),
        "disuse": weights.usage * (1.0 - signals.usage),
        "duplicates": weights.duplicates * signals.duplicates,
        "importance": -weights.importance * signals.importance,
        "pinned": np.where(signals.pinned, -weights.pinned, 0.0),
    }
