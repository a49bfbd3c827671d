"""The start of a session: which memories it is given, by ContextScore."""

import numpy as np

from memento_gui.domain.clock import age_days
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.parameters import SessionParameters
from memento_gui.engine.session import context_scores, context_values, recency_score, revision_score, type_priority
from memento_gui.model.values import ContextEntry
from memento_gui.store import Store


def context(
    store: Store, table: FeatureTable, parameters: SessionParameters, *, now_ms: int, limit: int | None
) -> list[ContextEntry]:
    """Return the active memories by ContextScore, best first; pinned ones before all if the parameters say so."""
    rows = np.flatnonzero(table.active)
    fresh = recency_score(age_days(now_ms, table.updated_ms[rows]), parameters)
    revised = revision_score(table.revisions[rows], parameters)
    priority = type_priority(table.category[rows], parameters)
    values = context_values(fresh, revision=revised, priority=priority, parameters=parameters)
    pins = table.pinned[rows] if parameters.pinned_first else np.zeros(len(rows), dtype=np.bool_)
    order = np.lexsort((table.ids[rows].astype(np.str_), -table.created_ms[rows], -values, ~pins))
    order = order[: parameters.limit if limit is None else limit]
    memories = {memory.id: memory for memory in store.get_many([str(i) for i in table.ids[rows[order]]])}
    scores = context_scores(values[order])
    return [
        ContextEntry(
            memory=memories[identity],
            score=score,
            recency=float(fresh[place]),
            revision=float(revised[place]),
            priority=float(priority[place]),
        )
        for place, score, identity in zip(order, scores, (str(i) for i in table.ids[rows[order]]), strict=True)
        if identity in memories
    ]
