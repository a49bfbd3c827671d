"""The library: one open store, and everything that a face or a script can do with it."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

from memento_gui.domain.cancel import CancelToken, Watch
from memento_gui.domain.clock import Clock, SystemClock
from memento_gui.domain.errors import InvalidMemory
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.memory import (
    Answer,
    Feedback,
    Memory,
    Relation,
    ReviewLogEntry,
    Revision,
    Status,
)
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.explain import Explanation
from memento_gui.model import edits
from memento_gui.model.bundled import bundled_model
from memento_gui.model.facets import Facets
from memento_gui.model.filters import Filters
from memento_gui.model.forgetting import forgetting_candidates
from memento_gui.model.index_cache import IndexCache
from memento_gui.model.learning import Learning
from memento_gui.model.live import LiveStore, Matches, headline
from memento_gui.model.lives import LifeStories
from memento_gui.model.parameter_sets import ParameterSets
from memento_gui.model.prospects import Prospects
from memento_gui.model.repeats.clustering import Clustering
from memento_gui.model.repeats.duplicates import Duplicates
from memento_gui.model.repeats.repeating import Repeats
from memento_gui.model.replacing import Replaced, Replacement, replaced
from memento_gui.model.reviews.reviewing import Reviews
from memento_gui.model.scores import Scores
from memento_gui.model.searches.comparing import Comparing
from memento_gui.model.searches.completing import Completing
from memento_gui.model.searches.findings import Finding
from memento_gui.model.searches.inquiring import Inquiries
from memento_gui.model.searches.judging import Judging
from memento_gui.model.searches.recalling import explained, hits_of, nearest_of
from memento_gui.model.searches.recent import RecentSearches
from memento_gui.model.searches.saved import SavedSearches
from memento_gui.model.searches.searching import EmbedderSource, Searches
from memento_gui.model.searches.trials import Trials
from memento_gui.model.sessions import context
from memento_gui.model.surroundings import Surrounding
from memento_gui.model.transfer.exporting import Exports
from memento_gui.model.transfer.importing import ImportPlan, plan
from memento_gui.model.values import (
    Card,
    ChangeSet,
    ContextEntry,
    EmbeddingState,
    Filtered,
    ForgettingCandidate,
    Headline,
    Hit,
    ImportReport,
    SearchOutcome,
)
from memento_gui.model.wording import Wording
from memento_gui.model.writing import Writing
from memento_gui.search.embedding import Progress
from memento_gui.store import Store


class Library:
    """An open store. Every change is one transaction; every method may be called from any thread.

    Methods that write raise `ReadOnlyStore` on a read-only store, `StoreLocked` when another program keeps it locked,
    `DiskFull` when there is no room; nothing is half-written then.
    """

    def __init__(self, store: Store, clock: Clock, embedder: EmbedderSource | None, cache: IndexCache | None) -> None:
        self._store = store
        self.clock = clock
        self._live = LiveStore(store)
        self._searches = Searches(store, self._live, clock, embedder, cache)
        self.duplicates = Duplicates(store, self._searches.current_vectors)
        """How many others each memory nearly repeats."""
        self.scores = Scores(self._live, clock, self.parameters)
        """Every memory's numbers without a query."""
        self._filters = Filters(
            store, self._live, clock, searches=self._searches, scores=self.scores, parameters=self.parameters
        )
        self.finding = Finding(self._searches, self._live, self._filters.known)
        """Searches whose findings other numbers rank again at once."""
        self.inquiries = Inquiries(store, self._searches, self._filters.known)
        """Why a memory is not in a search, and why one result stands above another."""
        self.judging = Judging(store, clock, self._search_with)
        """How well memories answer queries, as a person sees it, and how well a parameter set ranks by that."""
        self.comparing = Comparing(self.judging, self.finding)
        """Two parameter sets on the same queries."""
        self.saved_searches = SavedSearches(store)
        """Queries worth keeping, by name."""
        self.completing = Completing(self._live)
        """What could stand in a query."""
        self.facets = Facets(self._live)
        """How many memories have each value of a field."""
        self.recent_searches = RecentSearches(store)
        """The last queries."""
        self.wording = Wording(store)
        """The languages whose word endings searches know."""
        self.parameter_sets = ParameterSets(store, self._live, self.apply)
        """The sets by name: saving, using, deleting, and as text."""
        self.writing = Writing(store, clock, self.parameters)
        """New memories and changed fields, with the title and strength that are suggested for them."""
        self.repeats = Repeats(store, self._live, clock, self._searches, self.parameters)
        """Which memories a new text says again."""
        self.surrounding = Surrounding(store, clock, self._searches, self.parameters)
        """What lies around a memory: its neighbours, its relations, what happened to it."""
        self.exports = Exports(store)
        """What a format cannot hold, and the writing of it."""
        self.reviews = Reviews(
            store,
            self._live,
            clock,
            parameters=self.parameters,
            usage=lambda table: self.scores.usage(table, self.parameters().usage),
            passed=self._filters.passed,
            nearest=lambda identity, limit: self._searches.nearest(identity, limit, self.parameters()),
        )
        """The review cards: queue, answers, rules, and what they look like over time."""
        self.clusters = Clustering(
            store, clock, parameters=self.parameters, vectors=self._searches.current_vectors, cache=cache
        )
        """Memories that say nearly the same: found, merged, linked or called different."""
        self.prospects = Prospects(self._live, clock, self.reviews, self.scores.usage)
        """What becomes of each memory."""
        self._filters.about(self.reviews, self.prospects)
        self.lives = LifeStories(store, self._live, clock)
        """When memories were used, for the curves of their lives."""
        self.learning = Learning(
            self.judging,
            self._live,
            self.reviews,
            find=lambda text, parameters: self._searches.find(text, parameters, self._filters.known()),
            ready=self._searches.try_model,
        )
        """Better numbers from what was judged and reviewed."""
        self.trials = Trials(
            self._live, clock, lambda text, parameters: self._searches.find(text, parameters, self._filters.known())
        )
        """Queries under numbers that are only being tried."""

    @classmethod
    def open(
        cls,
        path: str | Path,
        *,
        clock: Clock | None = None,
        embedder: EmbedderSource | None = bundled_model,
        cache: Path | None = None,
        wait_seconds: float = 5.0,
    ) -> Self:
        """Open the store at ``path``; make it if there is none, migrate it (after a backup) if it is older.

        Args:
            path: The SQLite file.
            clock: The computer's own by default.
            embedder: Makes the embedding model when it is first needed, by default the bundled one.
                With None, search goes by words.
            cache: A folder in which the text index and the near pairs of a large store are kept for the next time; None
                keeps none.
            wait_seconds: How long to wait for another program's lock.

        Raises:
            StoreError: Its class and sentence say what is wrong.
        """
        used = clock or SystemClock()
        store = Store.open(Path(path), clock=used, wait_seconds=wait_seconds)
        return cls(store, used, embedder, None if cache is None else IndexCache(cache, store.path))

    def close(self) -> None:
        """Close the file; nothing more can be asked."""
        self._store.close()
        self._searches.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def path(self) -> Path:
        """The store's file."""
        return self._store.path

    @property
    def read_only(self) -> bool:
        """Whether nothing can be changed."""
        return self._store.read_only

    @property
    def read_only_reason(self) -> str:
        """Why nothing can be changed, as a sentence; empty where it can."""
        return self._store.read_only_reason

    # Changes

    def apply(self, edit: edits.Edit, *, watch: Watch | None = None) -> edits.Edit:
        """Write an edit in one transaction and return the edit that takes it back.

        Args:
            edit: What is to be changed.
            watch: Follows an edit of many memories, and may stop it.

        Raises:
            Cancelled: If ``watch`` did; nothing is written.
            StaleEdit: If someone else changed the same thing meanwhile; nothing is written.
        """
        with self._store.transaction(watch) as writer:
            return edit.apply(writer)

    def remember(
        self, content: str, *, importance: float | None = None, strength: float | None = None, **fields: Any
    ) -> Memory:
        """Write a new memory and return it.

        Args:
            content: The text, at most 1 MiB.
            importance: In [0, 1]; the parameter set's default when not given.
            strength: In [0, 2]; suggested from tags and category when not given.
            **fields: Any other field of `Memory`: title, type, category, tags, pinned, source, session, project, user,
                scope, extra; and created_ms (milliseconds since the Unix epoch, UTC) for what happened earlier.

        Raises:
            InvalidMemory: If a field does not exist or cannot be stored.
        """
        memory = self.drafted(content, importance=importance, strength=strength, **fields)
        self.apply(edits.AddMemories(label="New memory", memories=(memory,)))
        return self.get(memory.id)

    def drafted(
        self, content: str, *, importance: float | None = None, strength: float | None = None, **fields: Any
    ) -> Memory:
        """Return the memory that `remember` would write, without writing it."""
        return self.writing.drafted(content, importance=importance, strength=strength, **fields)

    def edit(self, identity: str, **fields: Any) -> Memory:
        """Change fields of a memory; changed words keep the earlier ones as a revision.

        Raises:
            UnknownMemory, InvalidMemory, StaleEdit: As their names say; nothing is written.
        """
        self.apply(self.edit_of(identity, **fields))
        return self.get(identity)

    def edit_of(self, identity: str, **fields: Any) -> edits.Edit:
        """Return the edit that `edit` would apply."""
        return self.writing.edit_of(identity, **fields)

    def replaced(
        self, ids: Sequence[str], replacement: Replacement, *, cancel: CancelToken | None = None
    ) -> list[Replaced]:
        """Return which of these memories a find and replace would change, and how; `replacing` makes the edit of it.

        Raises:
            InvalidPattern: If the pattern cannot be used.
            InvalidMemory: If a text would become one that cannot be kept.
            Cancelled: If ``cancel`` was set.
        """
        return replaced(self._store, ids, replacement, cancel=cancel)

    def pin(self, *ids: str) -> None:
        """Pin memories: they rank higher and are never forgotten."""
        self.apply(edits.pin(self._existing(ids), pinned=True, now_ms=self.clock.now_ms()))

    def unpin(self, *ids: str) -> None:
        """Take pins away."""
        self.apply(edits.pin(self._existing(ids), pinned=False, now_ms=self.clock.now_ms()))

    def forget(self, *ids: str) -> None:
        """Move memories to the trash."""
        self.apply(edits.trash(self._existing(ids), now_ms=self.clock.now_ms()))

    def restore(self, *ids: str) -> None:
        """Take memories out of the trash."""
        self.apply(edits.restore(self._existing(ids), now_ms=self.clock.now_ms()))

    def purge(self, *ids: str) -> Path:
        """Remove memories for good, after a backup of the whole store; return the backup's path.

        Raises:
            InvalidMemory: If one is not in the trash.
        """
        if not all(memory.in_trash for memory in self._existing(ids)):
            raise InvalidMemory(
                "Only memories in the trash can be purged. Nothing was removed; move them to the trash first."
            )
        backup = self.path.with_name(f"{self.path.name}.{self.clock.now_ms()}.bak")
        self._store.backup(backup)
        with self._store.transaction() as writer:
            writer.delete(list(ids))
        return backup

    def touch(self, identity: str, *, boost: bool = False) -> None:
        """Count a use of a memory now; a boosting one also strengthens it, up to 2."""
        step = self.parameters().decay.touch_boost if boost else 0.0

        def counted(memory: Memory, now: int) -> Mapping[str, Any]:
            stronger = min(2.0, memory.strength + step) if step else memory.strength
            return {"uses": memory.uses + 1, "last_used_ms": now, "strength": stronger}

        self._count([identity], counted)

    def cited(self, *ids: str) -> None:
        """Count that memories were copied, cited or said to be useful."""
        self._count(ids, lambda memory, now: {"cites": memory.cites + 1, "uses": memory.uses + 1, "last_used_ms": now})

    def viewed(self, identity: str) -> None:
        """Count that a memory was read."""
        self._count([identity], lambda memory, _now: {"views": memory.views + 1})

    def _count(self, ids: Sequence[str], counted: Callable[[Memory, int], Mapping[str, Any]]) -> None:
        """Write counters in one transaction, in which they are also read, so that no other writer's count is lost."""
        now = self.clock.now_ms()
        with self._store.transaction() as writer:
            memories = self.get_many(ids) if len(ids) > 1 else self._existing(ids)
            writer.set_fields({memory.id: counted(memory, now) for memory in memories})

    def _existing(self, ids: Sequence[str]) -> list[Memory]:
        return [self._store.get(identity) for identity in ids]

    # Reading

    def get(self, identity: str) -> Memory:
        """Return a memory, trashed ones too.

        Raises:
            UnknownMemory: If there is none with this id.
        """
        return self._store.get(identity)

    def get_many(self, ids: Sequence[str]) -> list[Memory]:
        """Return memories in the given order; unknown ids are left out."""
        return self._store.get_many(ids)

    def ids(self) -> list[str]:
        """Return the ids of everything that is not in the trash, in import order."""
        return self._store.ids()

    def resolve(self, short: str) -> str:
        """Return the id that begins or ends so.

        Raises:
            UnknownMemory: If none does, or several do.
        """
        return self._store.resolve(short)

    def revisions(self, identity: str) -> list[Revision]:
        """Return a memory's earlier texts."""
        return self._store.revisions(identity)

    def relations(self, identity: str) -> list[Relation]:
        """Return the relations from and to a memory; the other end may no longer exist."""
        return self._store.relations(identity)

    def feedback(self, identity: str) -> list[Feedback]:
        """Return what was said and done about a memory."""
        return self._store.feedback(identity)

    def features(self) -> FeatureTable:
        """Return every memory as columns, trashed ones included; a snapshot that nobody changes."""
        return self._live.snapshot().table

    def steady(self) -> AbstractContextManager[None]:
        """Have this thread see one moment of the store, whoever writes meanwhile, so that what it reads fits together."""
        return self._live.steady()

    def tags(self) -> Mapping[str, tuple[str, ...]]:
        """Return the tags of each memory that has some, by id."""
        return self._live.snapshot().tags

    def titles(self, ids: Iterable[str]) -> dict[str, str]:
        """Return the titles of these memories by id; those without one and unknown ids are left out."""
        snapshot = self._live.snapshot()
        row_of, titles = snapshot.table.row_of, snapshot.titles
        rows = {identity: row_of[identity] for identity in ids if identity in row_of}
        return {identity: titles[row] for identity, row in rows.items() if titles[row]}

    def tag_counts(self) -> dict[str, int]:
        """Return how many memories outside the trash have each tag, most frequent first."""
        snapshot = self._live.snapshot()
        counts = Counter(snapshot.tag_uses)
        for identity in snapshot.table.ids[snapshot.table.trashed]:
            counts.subtract(snapshot.tags.get(identity, ()))
        return dict((+counts).most_common())

    def headlines(self, ids: Sequence[str], *, around: Matches | None = None) -> dict[str, Headline]:
        """Return what a table row shows of each memory, in plain words; ``around`` finds the words that are sought."""
        found = self._store.texts(ids)
        return {identity: headline(t.title, t.content, t.tags, around=around) for identity, t in found.items()}

    def forgetting_candidates(self, parameters: ParameterSet | None = None) -> list[ForgettingCandidate]:
        """Return the memories that the rules name, hard ones first, each with its reason; nothing is forgotten."""
        used = parameters or self.parameters()
        return forgetting_candidates(self._store, self.features(), self.scores.forgetting(used), used)

    # Search

    def filter(self, text: str) -> Filtered:
        """Return the rows of `features` that a filter line lets through; bare words must occur."""
        return self._filters.filter(text)

    def search(self, text: str, *, parameters: ParameterSet | None = None) -> SearchOutcome:
        """Rank memories for a query. Search goes by words until the embedding model is loaded, and says so."""
        with self._live.steady():
            return self._searches.search(text, parameters or self.parameters(), self._filters.known())

    def _search_with(self, text: str, parameters: ParameterSet | None) -> SearchOutcome:
        return self.search(text, parameters=parameters)

    def recall(
        self, query: str, *, limit: int = 10, parameters: ParameterSet | None = None, below_threshold: bool = False
    ) -> list[Hit]:
        """Return the best memories for a query, kept ones first; those below the threshold only when asked for.

        Muted memories are never among them, whatever the query asks for. Loads the embedding model if there is one, and
        computes no vectors but the query's.

        Args:
            query: Words rank; known fields, ``-word`` and ``"a phrase"`` filter.
            limit: The most to return; fewer are returned where fewer reach the keep threshold.
            parameters: A parameter set, by default the store's active one.
            below_threshold: Whether those under the keep threshold follow the kept ones, up to the limit.
        """
        self._searches.try_model()
        outcome = self.search(query, parameters=parameters)
        hits = [hit for hit in hits_of(outcome, self._store) if hit.memory.status is not Status.MUTED]
        return [hit for hit in hits if below_threshold or not hit.below_threshold][: max(limit, 0)]

    def explain(self, outcome: SearchOutcome, position: int) -> Explanation:
        """Return the arithmetic of one result of a search by Memento S.

        Raises:
            ValueError: If the search ranked by SearchScore.
        """
        return explained(
            outcome,
            position,
            titles=self.headlines(nearest_of(outcome, position)),
            shared_tags=self._searches.shared_tags(outcome.text, outcome.ids[position]),
        )

    def load_model(self) -> None:
        """Load the embedding model, and the vectors that it made; do it in a worker, searches go by words meanwhile.

        Raises:
            ModelError: If there is none, or it is damaged.
        """
        self._searches.load_model()
        self._searches.read_vectors()

    def prepare(self, *, progress: Progress | None = None, cancel: CancelToken | None = None) -> None:
        """Get the text index ready for searches: read or built, compacted where much has changed, and kept in the cache.

        Seconds for a large store, so do it in a worker, and again whenever `wants_preparing`.
        """
        self._searches.prepare(self.parameters(), progress=progress, cancel=cancel)

    @property
    def wants_preparing(self) -> bool:
        """Whether the text index is still to be read or built, or so much has changed that it wants compacting."""
        return self._searches.wants_preparing

    def embedding_state(self) -> EmbeddingState:
        """Return how many memories wait for their vector, or why there are none."""
        return self._searches.state()

    def embed_pending(self, *, progress: Progress | None = None, cancel: CancelToken | None = None) -> int:
        """Compute the missing vectors, newest first, and return how many; what is done stays if it is cancelled.

        Raises:
            ModelError: If the model cannot be used.
            Cancelled: If ``cancel`` was set.
        """
        return self._searches.embed_pending(progress=progress, cancel=cancel)

    # Sessions

    def session_context(self, limit: int | None = None) -> list[ContextEntry]:
        """Return what a new session would be given, by ContextScore."""
        return context(self._store, self.features(), self.parameters().session, now_ms=self.clock.now_ms(), limit=limit)

    # Review

    def due(self, limit: int = 20) -> list[Card]:
        """Return the first cards of today's queue."""
        return list(self.reviews.queue(limit=limit).cards)

    def answer(
        self, identity: str, answer: str, *, mode: str = "rehearse", duration_ms: int | None = None
    ) -> ReviewLogEntry:
        """Record how a review went (bad, hard, ok or helpful) and return its log entry."""
        edit = self.reviews.answer_edit(self.get(identity), Answer(answer), mode=mode, duration_ms=duration_ms)
        self.apply(edit)
        return edit.entry

    # Parameter sets

    def parameters(self) -> ParameterSet:
        """Return the store's active parameter set."""
        return self.parameter_sets.active()

    def parameter_set(self, name: str) -> ParameterSet:
        """Return a built-in or saved set.

        Raises:
            UnknownName: If there is none of this name.
            InvalidParameter: If another program saved a value out of bounds in it.
        """
        return self.parameter_sets.get(name)

    # Import

    def import_(
        self,
        path: str | Path,
        *,
        format: str | None = None,  # noqa: A002  (the callers' word)
        update: bool = False,
        cancel: CancelToken | None = None,
    ) -> ImportReport:
        """Import a file or folder of another system, in one transaction; importing it again adds nothing.

        Args:
            path: The file or folder.
            format: One of `memento_gui.interchange.FORMATS`; told by its content when it is not given.
            update: Whether memories that are here with other words or tags take over those of the file.
            cancel: Asked before every record.

        Raises:
            SourceError: If it cannot be read.
            Cancelled: If ``cancel`` was set; nothing is added.
        """
        found = self.import_plan(path, format=format, cancel=cancel)
        report = found.done(update=update)
        if report.brings:
            self.apply(found.edit(update=update))
        return report

    def import_plan(
        self,
        path: str | Path,
        *,
        format: str | None = None,  # noqa: A002  (the callers' word)
        told: Callable[[int], None] | None = None,
        cancel: CancelToken | None = None,
    ) -> ImportPlan:
        """Return what an import would do; nothing is written. ``told`` hears how many records were read."""
        now = self.clock.now_ms()
        return plan(self._store, Path(path), now_ms=now, source_format=format, told=told, cancel=cancel)

    def export(
        self,
        path: str | Path,
        *,
        ids: Sequence[str] | None = None,
        format: str | None = None,  # noqa: A002  (the callers' word)
        progress: Callable[[int, int], None] | None = None,
        cancel: CancelToken | None = None,
    ) -> int:
        """Write memories to a file that `import_` reads back; Memento's JSON Lines lose nothing of what belongs to them.

        Args:
            path: The file; it appears whole, in place of what was there.
            ids: Which memories; by default all, those in the trash too.
            format: One of `memento_gui.model.transfer.exporting.EXPORTS`; told by the file's suffix when it is not given.
                What a format cannot hold, ``exports.losses`` says.
            progress: Told how many of how many are written.
            cancel: Asked between chunks.

        Returns:
            How many memories were written.

        Raises:
            ExportFailed: If the file cannot be written; what was there stays.
            Cancelled: If ``cancel`` was set; likewise.
        """
        return self.exports.write(Path(path), ids, target_format=format, progress=progress, cancel=cancel)

    # Changes made by anyone

    def last_change(self) -> int:
        """Return the sequence number of the newest change."""
        return self._store.last_change()

    def changes(self, since: int) -> ChangeSet:
        """Return what changed after a sequence number, whoever wrote it."""
        found = self._live.changes(since)
        return replace(found, foreign=self._store.written_elsewhere(since, found.last)) if found.ids else found

    def data_version(self) -> int:
        """Return a number that changes when another program writes; 22 µs, so it can be polled."""
        return self._store.data_version()
