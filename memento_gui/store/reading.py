"""Every question that can be put to a store; each is answered as of one commit, also while someone writes."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any

import sqlalchemy as sa

from memento_gui.domain.arrays import VectorArray
from memento_gui.domain.errors import UnknownMemory
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.memory import Feedback, Memory, Relation, ReviewLogEntry, ReviewState, Revision
from memento_gui.domain.review_log import LogTable
from memento_gui.domain.texts import Text
from memento_gui.store import changes, embeddings, features, memories, named, records, sqlite
from memento_gui.store.changes import Change, Summary
from memento_gui.store.named import LoggedError, Measurement, SavedSearch
from memento_gui.store.records import Judgement


class Reading(ABC):
    """The questions. A `Store` answers each from a short transaction of its own, a `Writer` from the one it writes in."""

    @abstractmethod
    def _reading(self) -> AbstractContextManager[sa.Connection]:
        """Give a connection in a transaction that only reads."""

    # Memories

    def get(self, identity: str) -> Memory:
        """Return a memory, from the trash too.

        Raises:
            UnknownMemory: If the id names nothing.
        """
        if found := self.get_many([identity]):
            return found[0]
        raise UnknownMemory(f"There is no memory {identity!r}. It may have been purged meanwhile.")

    def get_many(self, ids: Sequence[str]) -> list[Memory]:
        """Return the memories that exist, in the order asked for."""
        with self._reading() as connection:
            return memories.get_many(connection, ids)

    def ids(self, *, trashed: bool = False) -> list[str]:
        """Return the ids in import order: of what is in use, or of what is in the trash."""
        with self._reading() as connection:
            return memories.ids(connection, trashed=trashed)

    def resolve(self, short: str) -> str:
        """Return the only id that is, begins with or ends with ``short``.

        Raises:
            UnknownMemory: If there is none, or more than one.
        """
        with self._reading() as connection:
            return memories.resolve(connection, short)

    def features(self, model: str | None = None) -> FeatureTable:
        """Return every memory as columns, in import order, trashed ones included.

        Args:
            model: Whose near-duplicate counts; by default of the model whose vectors were written last.
        """
        with self._reading() as connection:
            return features.features(sqlite.driver_of(connection), model)

    def features_of(self, ids: Sequence[str], model: str | None = None) -> FeatureTable:
        """Return some memories as columns, in the order given; unknown ids are skipped, the vocabularies are its own."""
        with self._reading() as connection:
            return features.features_of(sqlite.driver_of(connection), ids, model)

    def texts(self, ids: Sequence[str]) -> dict[str, Text]:
        """Return title, content and tags of the memories that exist."""
        with self._reading() as connection:
            return memories.texts(connection, ids)

    def every_text(self) -> Iterator[tuple[str, Text]]:
        """Yield id and text of every memory, in import order, trashed ones included; read in chunks as they are needed."""
        ordinal, found = 0, True
        while found:
            with self._reading() as connection:
                ordinal, texts = memories.texts_after(connection, ordinal)
            yield from texts.items()
            found = bool(texts)

    def tags_of(self, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """Return the tags of those memories that have any, in order."""
        with self._reading() as connection:
            return memories.tags_of(connection, ids)

    def titles_of(self, ids: Sequence[str]) -> dict[str, str]:
        """Return the titles of those memories that have one."""
        with self._reading() as connection:
            return memories.titles_of(connection, ids)

    def every_title(self) -> dict[str, str]:
        """Return the title of every memory that has one; trashed memories included."""
        with self._reading() as connection:
            return memories.every_title(connection)

    def every_tag(self) -> list[tuple[str, str]]:
        """Return every (memory id, tag), each memory's in order; trashed memories included."""
        with self._reading() as connection:
            return memories.every_tag(connection)

    # What surrounds them

    def revisions(self, memory_id: str) -> list[Revision]:
        """Return a memory's earlier texts, oldest first."""
        with self._reading() as connection:
            return records.revisions(connection, memory_id)

    def every_revision(self) -> list[Revision]:
        """Return all earlier texts, each memory's together and oldest first."""
        with self._reading() as connection:
            return records.revisions(connection)

    def relations(self, memory_id: str) -> list[Relation]:
        """Return the links from and to a memory, oldest first."""
        with self._reading() as connection:
            return records.relations(connection, memory_id)

    def every_relation(self) -> list[Relation]:
        """Return all links, oldest first."""
        with self._reading() as connection:
            return records.relations(connection)

    def feedback(self, memory_id: str) -> list[Feedback]:
        """Return what was said about a memory, oldest first."""
        with self._reading() as connection:
            return records.feedback(connection, memory_id)

    def every_feedback(self) -> list[Feedback]:
        """Return everything that was said about memories, each memory's together and oldest first."""
        with self._reading() as connection:
            return records.feedback(connection)

    def review_state(self, memory_id: str) -> ReviewState | None:
        """Return a memory's card, if it is one."""
        with self._reading() as connection:
            return records.review_state(connection, memory_id)

    def review_states(self) -> list[ReviewState]:
        """Return every card, the one that is due first first."""
        with self._reading() as connection:
            return records.review_states(connection)

    def review_log(self, *, memory_id: str | None = None, since_ms: int | None = None) -> list[ReviewLogEntry]:
        """Return the answers, oldest first: all, those of one memory, those from an instant on."""
        with self._reading() as connection:
            return records.review_log(connection, memory_id=memory_id, since_ms=since_ms)

    def review_log_table(self, *, since_ms: int | None = None) -> LogTable:
        """Return the answers as columns, oldest first: all, or those from an instant on."""
        with self._reading() as connection:
            return records.review_log_table(connection, since_ms=since_ms)

    def review_log_mark(self) -> tuple[int, int, str]:
        """Return how many answers there are, the sum of their instants and the last id: other logs have others."""
        with self._reading() as connection:
            return records.review_log_mark(connection)

    def judgements(self, query: str | None = None) -> list[Judgement]:
        """Return the judgements on one query, or all, by query and best first."""
        with self._reading() as connection:
            return records.judgements(connection, query)

    # Vectors

    def embeddings(self, model: str) -> tuple[list[str], VectorArray, list[str]]:
        """Return ids, vectors (N×D) and text hashes of everything that has a vector under the model, in import order."""
        with self._reading() as connection:
            return embeddings.embeddings(connection, model)

    def embeddings_of(self, model: str, ids: Sequence[str], dimensions: int) -> tuple[list[str], VectorArray]:
        """Return those of the memories that have a vector of D numbers under the model, and the vectors (N×D)."""
        with self._reading() as connection:
            return embeddings.embeddings_of(connection, model, ids, dimensions)

    def pending(self, model: str, *, among: Sequence[str] | None = None) -> list[str]:
        """Return the ids, newest first, of what is in use and has no vector under the model, or one of an older text.

        Args:
            model: The model's name.
            among: Only these memories, in any order; all, if None.
        """
        with self._reading() as connection:
            return embeddings.pending(connection, model, among)

    def models(self) -> dict[str, int]:
        """Return how many vectors there are of each model."""
        with self._reading() as connection:
            return embeddings.models(connection)

    def duplicate_counts(self, model: str) -> dict[str, int]:
        """Return the near-duplicate counts that are known, by id."""
        with self._reading() as connection:
            return embeddings.duplicate_counts(connection, model)

    # By name, and logs

    def setting(self, key: str) -> str | None:
        """Return the value of a setting, or None where there is none."""
        with self._reading() as connection:
            return named.setting(connection, key)

    def parameter_sets(self) -> dict[str, dict[str, Any]]:
        """Return the saved parameter sets by name, in their mapping form."""
        with self._reading() as connection:
            return named.parameter_sets(connection)

    def saved_searches(self) -> list[SavedSearch]:
        """Return the saved searches in the order of their list."""
        with self._reading() as connection:
            return named.saved_searches(connection)

    def errors(self, *, resolved: bool = False) -> list[LoggedError]:
        """Return what went wrong and is not resolved yet (or is), newest first."""
        with self._reading() as connection:
            return named.errors(connection, resolved=resolved)

    def measurements(self, name: str) -> list[Measurement]:
        """Return the last timings of one kind, oldest first."""
        with self._reading() as connection:
            return named.measurements(connection, name)

    # The change feed

    def last_change(self) -> int:
        """Return the sequence of the newest change, 0 where nothing has happened yet."""
        with self._reading() as connection:
            return changes.last_change(connection)

    def changes(self, since: int) -> list[Change]:
        """Return what happened after the sequence ``since``, oldest first, whoever did it.

        A first entry of kind "reload" says that the reader is too far behind: read everything again.
        """
        with self._reading() as connection:
            return changes.changes(connection, since)

    def summary(self, since: int, *, of: Collection[str] | None = None) -> Summary:
        """Return what happened after the sequence ``since``, each memory once, however much it is.

        Args:
            since: The last sequence that is known already.
            of: Tables; only memories that changed in one of them are named. In any table, if None.
        """
        with self._reading() as connection:
            return changes.summary(connection, since, of)
