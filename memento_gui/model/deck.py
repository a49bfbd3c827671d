"""Every review card of a store as columns, kept current by the change feed."""

from collections.abc import Mapping
from dataclasses import dataclass
from threading import RLock

import numpy as np

from memento_gui.domain.arrays import IntArray
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.memory import ReviewState
from memento_gui.model.live import LiveStore
from memento_gui.review.cards import ReviewTable
from memento_gui.review.queue import rows_of
from memento_gui.store import Store

_FEW = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """The cards at one moment: K states by id, the same as columns, and the row of each in ``table``."""

    sequence: int
    table: FeatureTable
    tags: Mapping[str, tuple[str, ...]]
    states: Mapping[str, ReviewState]
    cards: ReviewTable
    rows: IntArray


class Decks:
    """Hands out the newest deck and reads only the cards that changed since the last one. Safe to call from any thread."""

    def __init__(self, store: Store, live: LiveStore) -> None:
        self._store = store
        self._live = live
        self._lock = RLock()
        self._deck: Deck | None = None

    def deck(self) -> Deck:
        """Return the cards as they are now."""
        with self._lock:
            snapshot = self._live.snapshot()
            known = self._deck
            if known is not None and known.sequence == snapshot.sequence:
                return known
            states, cards = self._read(known)
            same = known is not None and known.table is snapshot.table and known.cards is cards
            rows = known.rows if same and known is not None else rows_of(cards, snapshot.table)
            self._deck = Deck(
                sequence=snapshot.sequence,
                table=snapshot.table,
                tags=snapshot.tags,
                states=states,
                cards=cards,
                rows=rows,
            )
            return self._deck

    def _read(self, known: Deck | None) -> tuple[Mapping[str, ReviewState], ReviewTable]:
        changed = self._live.changes(known.sequence) if known is not None else None
        if known is None or changed is None or changed.everything:
            return self._whole()
        if "review_state" not in changed.tables:
            return known.states, known.cards
        if len(changed.ids) > _FEW:
            return self._whole()
        fresh = [state for state in map(self._store.review_state, sorted(changed.ids)) if state is not None]
        states = {i: state for i, state in known.states.items() if i not in changed.ids}
        kept = known.cards
        stays = np.ones(len(kept), dtype=np.bool_)
        for identity in changed.ids & known.states.keys():
            stays &= kept.ids != identity
        states |= {state.memory_id: state for state in fresh}
        return states, kept.take(stays).joined(ReviewTable.of(fresh))

    def _whole(self) -> tuple[Mapping[str, ReviewState], ReviewTable]:
        states = self._store.review_states()
        return {state.memory_id: state for state in states}, ReviewTable.of(states)
