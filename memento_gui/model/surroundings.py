"""What surrounds a memory: the nearest ones by meaning, relations that lead back to it, and what happened to it."""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.clock import Clock
from memento_gui.domain.errors import InvalidMemory, UnknownMemory
from memento_gui.domain.identity import new_id
from memento_gui.domain.memory import Relation, check_text
from memento_gui.domain.parameters import ParameterSet
from memento_gui.model.live import headline
from memento_gui.model.repeats.clustering import DISTINCT, LINKED
from memento_gui.model.reviews.edits import SwapRelations
from memento_gui.model.searches.searching import Searches
from memento_gui.store import Store

NEIGHBOURS: Final = 6
"""How many of the nearest memories are shown."""

KINDS: Final = ("related", "supports", "contradicts", "causes", "explains", "derived_from", "see_also", LINKED)
"""The kinds of relation that are offered; a store may hold others."""

_FURTHEST: Final = 300
"""Memories that are visited in search of a way back."""

_MUTUAL: Final = frozenset({LINKED, DISTINCT, "related", "see_also"})
"""Kinds that hold both ways anyway: a way back over them says nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """A memory near another one; ``cosine`` is None where only words could be compared."""

    memory_id: str
    headline: str
    type: str
    cosine: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened to a memory: created, edited, changed, used, reviewed, feedback, related or trashed."""

    at_ms: int
    kind: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What lies around one memory.

    ``cycles`` says for each relation that leads from here how many relations make the round back to here; those that
    lead to no cycle are left out. ``events`` are the latest first. ``due_ms`` is when its card is asked next.
    """

    memory_id: str
    neighbours: tuple[Neighbour, ...] = ()
    cycles: Mapping[str, int] = field(default_factory=dict)
    events: tuple[Event, ...] = ()
    due_ms: int | None = None


class Surrounding:
    """Looks around memories of one store. Safe to call from any thread; work for a worker."""

    def __init__(self, store: Store, clock: Clock, searches: Searches, parameters: Callable[[], ParameterSet]) -> None:
        self._store, self._clock, self._searches, self._parameters = store, clock, searches, parameters

    def of(self, identity: str, *, cancel: CancelToken | None = None) -> Surroundings:
        """Return what surrounds a memory.

        Raises:
            UnknownMemory: If it is no longer there.
            Cancelled: If ``cancel`` was set.
        """
        events = self._events(identity)
        card = self._store.review_state(identity)
        _check(cancel)
        cycles = self._cycles(identity, cancel)
        return Surroundings(
            memory_id=identity,
            neighbours=self.neighbours(identity),
            cycles=cycles,
            events=events,
            due_ms=None if card is None or card.suspended else card.due_ms,
        )

    def neighbours(self, identity: str, limit: int = NEIGHBOURS) -> tuple[Neighbour, ...]:
        """Return the memories in use that are nearest in meaning, best first; by words where there is no vector."""
        near = self._searches.nearest(identity, limit, self._parameters())
        memories = {memory.id: memory for memory in self._store.get_many([other for other, _ in near])}
        return tuple(
            Neighbour(
                memory_id=other,
                headline=headline(memories[other].title, memories[other].content, ()).title,
                type=memories[other].type.value,
                cosine=cosine,
            )
            for other, cosine in near
            if other in memories
        )

    def relate_edit(self, source: str, target: str, kind: str) -> SwapRelations:
        """Return the edit that adds a relation.

        Raises:
            UnknownMemory: If one of the ends is not there.
            InvalidMemory: If both ends are the same memory, it is there already, or the kind is no word.
        """
        kind = kind.strip().replace(" ", "_").lower()
        check_text(kind, what="kind of the relation")
        if not kind:
            raise InvalidMemory("A relation needs a kind, such as “supports”. Nothing was saved.")
        if source == target:
            raise InvalidMemory("A memory cannot be related to itself. Nothing was saved.")
        if {memory.id for memory in self._store.get_many([source, target])} != {source, target}:
            raise UnknownMemory("One of the two memories is no longer there. Nothing was saved.")
        if any((r.source_id, r.target_id, r.type) == (source, target, kind) for r in self._store.relations(source)):
            raise InvalidMemory("There is this relation already. Nothing was saved.")
        now = self._clock.now_ms()
        made = Relation(id=new_id(now), source_id=source, target_id=target, type=kind, created_ms=now)
        return SwapRelations(label=f"Relate: {kind.replace('_', ' ')}", removed=(), added=(made,))

    def unrelate_edit(self, identity: str, relation_id: str) -> SwapRelations:
        """Return the edit that removes a relation of a memory.

        Raises:
            InvalidMemory: If it is gone already.
        """
        held = next((one for one in self._store.relations(identity) if one.id == relation_id), None)
        if held is None:
            raise InvalidMemory("This relation is no longer there. Nothing was changed.")
        return SwapRelations(label=f"Remove relation: {held.type.replace('_', ' ')}", removed=(held,), added=())

    def _cycles(self, identity: str, cancel: CancelToken | None) -> dict[str, int]:
        found = {}
        for relation in self._leading(identity):
            steps = self._way_back(relation.target_id, identity, cancel)
            if steps:
                found[relation.id] = steps + 1
        return found

    def _leading(self, identity: str) -> list[Relation]:
        relations = self._store.relations(identity)
        return [one for one in relations if one.source_id == identity and one.type not in _MUTUAL]

    def _way_back(self, start: str, goal: str, cancel: CancelToken | None) -> int:
        """Return the fewest relations that lead from one memory to another; 0 if none do, or they are too far."""
        waiting, seen = deque([(start, 0)]), {start}
        while waiting and len(seen) <= _FURTHEST:
            _check(cancel)
            here, steps = waiting.popleft()
            for relation in self._leading(here):
                if relation.target_id == goal:
                    return steps + 1
                if relation.target_id not in seen:
                    seen.add(relation.target_id)
                    waiting.append((relation.target_id, steps + 1))
        return 0

    def _events(self, identity: str) -> tuple[Event, ...]:
        memory = self._store.get(identity)
        events = [Event(at_ms=memory.created_ms, kind="created", note=memory.source)]
        events += [
            Event(at_ms=revision.replaced_ms, kind="edited", note=f"revision {revision.number} was replaced")
            for revision in self._store.revisions(identity)
        ]
        if memory.updated_ms not in {event.at_ms for event in events}:
            events.append(Event(at_ms=memory.updated_ms, kind="changed", note="fields"))
        if memory.last_used_ms is not None:
            events.append(Event(at_ms=memory.last_used_ms, kind="used", note=f"for the last time, {memory.uses:,} in all"))
        if memory.deleted_ms is not None:
            events.append(Event(at_ms=memory.deleted_ms, kind="trashed"))
        events += [
            Event(at_ms=event.created_ms, kind="feedback", note=event.event.replace("_", " "))
            for event in self._store.feedback(identity)
        ]
        for entry in self._store.review_log(memory_id=identity):
            wait = f"asked again after {entry.interval_after_days:.0f} d"
            note = f"{entry.answer.value}, recall was {entry.predicted_recall:.0%}, {wait}"
            events.append(Event(at_ms=entry.answered_ms, kind="reviewed", note=note))
        events += [
            Event(at_ms=one.created_ms, kind="related", note=one.type.replace("_", " ").lower())
            for one in self._store.relations(identity)
        ]
        return tuple(sorted(events, key=lambda event: (-event.at_ms, event.kind == "created")))


def _check(cancel: CancelToken | None) -> None:
    if cancel is not None:
        cancel.check()
