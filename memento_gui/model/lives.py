"""When memories were used: what the store knows of it, for the curves of their lives."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from memento_gui.domain.clock import DAY_MS, Clock
from memento_gui.domain.memory import Answer
from memento_gui.domain.parameters import DecayParameters
from memento_gui.engine.lives import Lives, lives_of
from memento_gui.model.live import LiveStore, headline
from memento_gui.model.prospects import tag_factor_column
from memento_gui.store import Store

_USES: Final = frozenset({"used", "helpful"})
_ANSWERS: Final = frozenset({Answer.OK, Answer.HELPFUL})


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedLives:
    """The lives of K memories with who they are; ``undated`` counts the uses of each whose instant nobody kept."""

    ids: tuple[str, ...]
    titles: tuple[str, ...]
    undated: tuple[int, ...]
    now_ms: int
    lives: Lives

    def __len__(self) -> int:
        return len(self.ids)


class LifeStories:
    """Gathers lives from one store. Safe to call from any thread."""

    def __init__(self, store: Store, live: LiveStore, clock: Clock) -> None:
        self._store, self._live, self._clock = store, live, clock

    def of(self, ids: Sequence[str], parameters: DecayParameters) -> NamedLives:
        """Return the lives of these memories; those that do not exist are left out.

        Known instants are when it was saved, good review answers, feedback that it was used or helped, and the last use.
        """
        snapshot, now = self._live.snapshot(), self._clock.now_ms()
        table, row_of = snapshot.table, snapshot.table.row_of
        texts = self._store.texts([identity for identity in ids if identity in row_of])
        known = [identity for identity in ids if identity in texts]
        rows = [row_of[identity] for identity in known]
        used = self._instants(known)
        uses = table.uses[rows].astype(np.int64)
        instants: list[list[float]] = []
        for identity, row in zip(known, rows, strict=True):
            saved, last = int(table.created_ms[row]), int(table.last_used_ms[row])
            dated = sorted({saved, *(at for at in used[identity] if saved < at <= last), max(saved, last)})
            kept = [saved, *dated[1:][-int(table.uses[row]) :]] if table.uses[row] else [max(saved, last)]
            instants.append([(at - now) / DAY_MS for at in kept])
        return NamedLives(
            ids=tuple(known),
            titles=tuple(headline(t.title, t.content, t.tags).title for t in (texts[identity] for identity in known)),
            undated=tuple(int(n) + 1 - len(one) for n, one in zip(uses, instants, strict=True)),
            now_ms=now,
            lives=lives_of(instants, uses, table.strength[rows], tag_factor_column(snapshot, parameters)[rows]),
        )

    def _instants(self, ids: Sequence[str]) -> dict[str, set[int]]:
        wanted = set(ids)
        found: dict[str, set[int]] = defaultdict(set)
        for entry in self._store.review_log():
            if entry.memory_id in wanted and entry.answer in _ANSWERS:
                found[entry.memory_id].add(entry.answered_ms)
        for identity in ids:
            for event in self._store.feedback(identity):
                if event.event in _USES:
                    found[identity].add(event.created_ms)
        return found
