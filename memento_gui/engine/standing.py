"""The standing score: what S is worth without a query, for every memory of a store."""

from dataclasses import dataclass

import numpy as np

from memento_gui.domain.arrays import FloatArray
from memento_gui.domain.clock import DAY_MS
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.importance import importance, project_boosts
from memento_gui.engine.recency import by_type, recency
from memento_gui.engine.usage import usage, usage_range, usage_raw

_CHUNK = 16_384


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """N standing scores β·recency + γ·importance + δ·usage, and the signals they are made of."""

    score: FloatArray
    recency: FloatArray
    importance: FloatArray
    usage: FloatArray


def table_usage(table: FeatureTable, parameters: ParameterSet) -> FloatArray:
    """Return every memory's usage signal, compared with all of them, trashed ones included; N values in [0, 1]."""
    raw = usage_raw(table.views, table.cites, table.edits, parameters.usage)
    return usage(raw, *usage_range(raw, parameters.usage.max_percentile))


def table_importance(table: FeatureTable, parameters: ParameterSet) -> FloatArray:
    """Return every memory's importance signal; N values in [0, 1]."""
    return importance(
        table.importance,
        pinned=table.pinned,
        type_codes=table.type,
        project_boost=project_boosts(table.project, table.projects, parameters.importance),
        parameters=parameters.importance,
    )


def standing(
    table: FeatureTable,
    parameters: ParameterSet,
    *,
    now_ms: int,
    used: FloatArray | None = None,
    weight: FloatArray | None = None,
) -> Standing:
    """Return the standing score of every memory.

    Args:
        table: N memories.
        parameters: Weights, half-lives and boosts.
        now_ms: The moment, in milliseconds since the Unix epoch.
        used: `table_usage`, where the caller keeps it: it changes only with the counts and the usage parameters.
        weight: `table_importance`, where the caller keeps it.
    """
    used = table_usage(table, parameters) if used is None else used
    weight = table_importance(table, parameters) if weight is None else weight
    knobs = parameters.ranking
    count = len(table)
    score, fresh = np.empty(count), np.empty(count)
    for start in range(0, count, _CHUNK):  # a chunk's intermediate arrays stay in the processor's cache
        part = slice(start, start + _CHUNK)
        age = np.maximum((now_ms - table.created_ms[part]) / DAY_MS, 0.0)
        fresh[part] = recency(age, by_type(parameters.recency.half_life, table.type[part]))
        score[part] = knobs.recency * fresh[part]
        score[part] += knobs.importance * weight[part]
        score[part] += knobs.usage * used[part]
    return Standing(score=score, recency=fresh, importance=weight, usage=used)
