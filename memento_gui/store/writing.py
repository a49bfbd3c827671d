"""Every change that can be made to a store, inside one transaction."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final, TypeVar

import numpy as np
import numpy.typing as npt
import sqlalchemy as sa
from typing_extensions import override

from memento_gui.domain.cancel import Watch
from memento_gui.domain.memory import Feedback, Memory, Relation, ReviewLogEntry, ReviewState, Revision
from memento_gui.store import embeddings, memory_edits, named, records
from memento_gui.store.named import Measurement, SavedSearch
from memento_gui.store.reading import Reading
from memento_gui.store.records import Judgement

_PORTION: Final = 1_000

Item = TypeVar("Item")


class Writer(Reading):
    """One transaction's changes: all of them are made, or none. Given by `Store.transaction`, used in the same thread.

    It answers every question too, as things are within the transaction: nobody else can change them before it ends.
    Whatever raises inside the transaction undoes all of it. Values that cannot be stored raise `InvalidMemory`; adding to a
    memory that does not exist raises `UnknownMemory`; taking back what is not there any more raises `StaleEdit`.
    """

    def __init__(self, connection: sa.Connection, *, now_ms: int, watch: Watch | None = None) -> None:
        self._connection = connection
        self._now_ms = now_ms
        self._watch = watch

    @override
    def _reading(self) -> AbstractContextManager[sa.Connection]:
        return nullcontext(self._connection)

    # Memories

    def insert(self, added: Sequence[Memory]) -> range:
        """Add memories in order and return the ordinals they were given (their own are ignored).

        Raises:
            StoreError: If an id is there already.
        """
        first = 0
        for some in self._portions(added):
            given = memory_edits.insert(self._connection, some)
            first = first or given.start
        return range(first, first + len(added))

    def delete(self, ids: Sequence[str]) -> None:
        """Really remove memories with everything that belongs to them; relations stay, their ends dangling.

        Raises:
            UnknownMemory: If an id names nothing.
        """
        for some in self._portions(list(dict.fromkeys(ids))):
            memory_edits.delete(self._connection, some)

    def set_fields(
        self,
        wanted: Mapping[str, Mapping[str, Any]],
        *,
        expected: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        """Set fields of many memories, each its own.

        Args:
            wanted: New values by id and field of `Memory` (tags and deleted_ms included, id and ordinal not).
            expected: What the caller believes is there now, in the same shape; unnamed fields are not compared.

        Raises:
            UnknownMemory: If an id names nothing.
            StaleEdit: If a current value is not the expected one.
        """
        believed = expected or {}
        for some in self._portions([*wanted, *(identity for identity in believed if identity not in wanted)]):
            memory_edits.set_fields(
                self._connection,
                {identity: wanted[identity] for identity in some if identity in wanted},
                expected={identity: believed[identity] for identity in some if identity in believed},
            )

    def _portions(self, items: Sequence[Item]) -> Iterator[Sequence[Item]]:
        """Yield some at a time, and tell whoever watches how many are done."""
        for start in range(0, len(items), _PORTION):
            yield items[start : start + _PORTION]
            if self._watch is not None:
                self._watch.report(min(start + _PORTION, len(items)), len(items))

    def add_counts(  # noqa: PLR0913  # one name for each counter
        self,
        identity: str,
        *,
        views: int = 0,
        cites: int = 0,
        edits: int = 0,
        uses: int = 0,
        revisions: int = 0,
        last_used_ms: int | None = None,
        strength: float = 0.0,
    ) -> None:
        """Add to counters and strength (which stay within their bounds), and set the time of the last use.

        Raises:
            UnknownMemory: If the id names nothing.
        """
        counts = {"views": views, "cites": cites, "edits": edits, "uses": uses, "revisions": revisions}
        memory_edits.add_counts(self._connection, identity, counts, last_used_ms=last_used_ms, strength=strength)

    # What surrounds them

    def add_revision(self, revision: Revision) -> None:
        """Keep an earlier text."""
        records.add_revision(self._connection, revision)

    def remove_revision(self, memory_id: str, number: int) -> None:
        """Forget an earlier text."""
        records.remove_revision(self._connection, memory_id, number)

    def add_relations(self, added: Sequence[Relation]) -> None:
        """Add links; their ends need not exist."""
        records.add_relations(self._connection, added)

    def remove_relations(self, ids: Sequence[str]) -> None:
        """Remove links by id."""
        records.remove_relations(self._connection, ids)

    def add_feedback(self, *events: Feedback) -> None:
        """Keep what was said about memories."""
        records.add_feedback(self._connection, events)

    def remove_feedback(self, event: Feedback) -> None:
        """Take one event back: the last that is equal."""
        records.remove_feedback(self._connection, event)

    def put_review_state(self, state: ReviewState) -> None:
        """Make a memory a card, or change its card."""
        records.put_review_state(self._connection, state)

    def remove_review_state(self, memory_id: str) -> None:
        """Make a card a mere memory again."""
        records.remove_review_state(self._connection, memory_id)

    def add_log(self, entry: ReviewLogEntry) -> None:
        """Keep an answer."""
        records.add_log(self._connection, entry)

    def remove_log(self, identity: str) -> None:
        """Take an answer back."""
        records.remove_log(self._connection, identity)

    def put_judgement(self, judgement: Judgement) -> None:
        """Keep a judgement, in place of an earlier one on the same query and memory."""
        records.put_judgement(self._connection, judgement)

    def remove_judgement(self, query: str, memory_id: str) -> None:
        """Take a judgement back."""
        records.remove_judgement(self._connection, query, memory_id)

    # Vectors

    def put_embeddings(
        self, model: str, ids: Sequence[str], vectors: npt.NDArray[np.floating], hashes: Sequence[str]
    ) -> None:
        """Write vectors (N×D) with the hashes of the texts they were made from; memories purged meanwhile are skipped."""
        embeddings.put_embeddings(self._connection, model, ids, vectors, hashes)

    def put_duplicate_counts(self, model: str, ids: Sequence[str], counts: Sequence[int]) -> None:
        """Write near-duplicate counts; what has no vector under the model is skipped."""
        embeddings.put_duplicate_counts(self._connection, model, dict(zip(ids, counts, strict=True)))

    def remove_embeddings(self, model: str) -> int:
        """Remove every vector of a model and return how many there were."""
        return embeddings.remove_embeddings(self._connection, model)

    # By name, and logs

    def put_setting(self, key: str, value: str | None) -> None:
        """Keep a setting; None removes it."""
        named.put_setting(self._connection, key, value)

    def put_parameter_set(self, name: str, numbers: Mapping[str, Any]) -> None:
        """Keep a parameter set, in its mapping form, in place of an earlier one of the same name."""
        named.put_parameter_set(self._connection, name, numbers, now_ms=self._now_ms)

    def remove_parameter_set(self, name: str) -> None:
        """Remove a saved parameter set; `UnknownName` if there is none."""
        named.remove_parameter_set(self._connection, name)

    def put_saved_search(self, search: SavedSearch) -> None:
        """Keep a search, in place of an earlier one of the same name."""
        named.put_saved_search(self._connection, search)

    def remove_saved_search(self, name: str) -> None:
        """Remove a saved search; `UnknownName` if there is none."""
        named.remove_saved_search(self._connection, name)

    def add_error(self, *, place: str, sentence: str, detail: str = "") -> None:
        """Keep that something went wrong."""
        named.add_error(self._connection, place=place, sentence=sentence, detail=detail, now_ms=self._now_ms)

    def resolve_error(self, number: int) -> None:
        """Mark an error as resolved; `UnknownName` if there is none."""
        named.resolve_error(self._connection, number, now_ms=self._now_ms)

    def add_measurement(self, name: str, value: float) -> None:
        """Keep how long something took, in milliseconds; the oldest go once there are more than 2,000 of a kind."""
        named.add_measurement(self._connection, Measurement(name=name, measured_ms=self._now_ms, value=value))
