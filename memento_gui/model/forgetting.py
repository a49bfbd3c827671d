"""Forgetting: the memories that the rules name, and why."""

import numpy as np

from memento_gui.domain.features import FeatureTable
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.fate import forget_reason
from memento_gui.engine.forgetting import ForgetRule, Forgetting
from memento_gui.model.values import ForgettingCandidate
from memento_gui.store import Store

_TERMS = ("age", "disuse", "duplicates", "importance", "pinned")


def forgetting_candidates(
    store: Store, table: FeatureTable, forgetting: Forgetting, parameters: ParameterSet
) -> list[ForgettingCandidate]:
    """Return the candidates of both rules, hard ones first, each by falling score; nothing is changed."""
    rows = np.flatnonzero(forgetting.soft | forgetting.hard)
    rows = rows[np.lexsort((-forgetting.score[rows], ~forgetting.hard[rows]))]
    memories = {memory.id: memory for memory in store.get_many([str(i) for i in table.ids[rows]])}
    return [
        ForgettingCandidate(
            memory=memories[str(table.ids[row])],
            kind=str(ForgetRule.HARD if forgetting.hard[row] else ForgetRule.SOFT),
            score=float(forgetting.score[row]),
            terms={name: float(getattr(forgetting, name)[row]) for name in _TERMS},
            reason=forget_reason(forgetting, int(row), parameters.forgetting),
        )
        for row in rows
        if str(table.ids[row]) in memories
    ]
