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
            states, cards, rows = self._read(known, snapshot.table)
            self._deck = Deck(
                sequence=snapshot.sequence,
                table=snapshot.table,
                tags=snapshot.tags,
                states=states,
                cards=cards,
                rows=rows,
            )
            return self._deck

    def _read(self, known: Deck | None, table: FeatureTable) -> tuple[Mapping[str, ReviewState], ReviewTable, IntArray]:
        changed = self._live.changes(known.sequence) if known is not None else None
        if known is None or changed is None or changed.everything:
            return self._whole(table)
        same_rows = known.table.row_of is table.row_of
        if "review_state" not in changed.tables:
            return known.states, known.cards, known.rows if same_rows else rows_of(known.cards, table)
        if len(changed.ids) > _FEW:
            return self._whole(table)
        fresh = [state for state in map(self._store.review_state, sorted(changed.ids)) if state is not None]
        states = {i: state for i, state in known.states.items() if i not in changed.ids}
        kept = known.cards
        stays = np.ones(len(kept), dtype=np.bool_)
        for identity in changed.ids & known.states.keys():
            stays &= kept.ids != identity
        states |= {state.memory_id: state for state in fresh}
        newest = ReviewTable.of(fresh)
        cards = kept.take(stays).joined(newest)
        rows = np.concatenate([known.rows[stays], rows_of(newest, table)]) if same_rows else rows_of(cards, table)
        return states, cards, rows

    def _whole(self, table: FeatureTable) -> tuple[Mapping[str, ReviewState], ReviewTable, IntArray]:
        states = self._store.review_states()
        cards = ReviewTable.of(states)
        return {state.memory_id: state for state in states}, cards, rows_of(cards, table)
