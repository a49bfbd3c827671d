"""Keeps vectors up to date in the background: loads the model after the first paint, then embeds what waits."""

from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.errors import MementoError, ModelError, StoreLocked
from memento_gui.model.values import ChangeSet, EmbeddingState
from memento_gui.qt.background import Background
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.tasks import Job, Progress

AGAIN_MS: Final = 5_000
"""How long it waits for a writer that keeps the store locked, before it asks again."""

_INDEX: Final = "embedding.index"
_LOAD: Final = "embedding.load"
_COMPARE: Final = "embedding.compare"
_EMBED: Final = "embedding.embed"
_STATE: Final = "embedding.state"
_FEW: Final = 8
"""Vectors that are computed without a line in the status bar."""

_MANY_PAIRS: Final = 6
"""Blocks of pairs from which comparing them is shown in the status bar."""

_MANY: Final = 2_000
"""Memories from which indexing their words is shown in the status bar."""


class Embedding(QObject):
    """Emits how far it is; a store without vectors is searched by words until they are there."""

    changed = Signal(object)
    """How far the vectors are (`EmbeddingState`)."""
    failed = Signal(object)
    """Embedding stopped with a `MementoError` that is not about the model itself."""

    ready = Signal()
    """Searches can go by more than they could: words are indexed, or the model and its vectors are there."""

    waiting = Signal()
    """Another writer keeps the store locked; it asks again later."""

    stopped = Signal(int)
    """The user stopped it while this many memories had no vector; `resume` goes on."""

    def __init__(self, context: PlaceContext, background: Background) -> None:
        super().__init__(background)
        self._context = context
        self._background = background
        self._stopped = False
        self._telling = False
        self._uncompared = False
        self._index_token = self._compare_token = CancelToken()

    def start(self) -> None:
        """Load the model and get the text index ready, then embed what waits."""
        self._index()
        library = self._context.library

        def work(job: Job[EmbeddingState]) -> EmbeddingState:
            try:
                library.load_model()
            except ModelError:
                job.token.check()  # the state says why
            return library.embedding_state()

        def loaded(state: EmbeddingState) -> None:
            self._loaded(state)
            self.ready.emit()

        self._context.tasks.run(_LOAD, work, loaded, failed=self.failed.emit)

    def _index(self) -> None:
        """Read or build the text index, or compact it; searches go on meanwhile once there is one."""
        library = self._context.library

        def work(job: Job[bool]) -> bool:
            wanted = library.wants_preparing
            if wanted:
                library.prepare(progress=job.report, cancel=job.token)
            return wanted

        def prepared(made: bool) -> None:  # noqa: FBT001  # what the work returned
            self._background.end(_INDEX)
            if made:
                self.ready.emit()

        if not self._context.tasks.is_busy(_INDEX):
            self._index_token = self._context.tasks.run(
                _INDEX,
                work,
                prepared,
                failed=self._index_broke,
                cancelled=lambda: self._background.end(_INDEX),
                progressed=self._indexed,
            )

    def _indexed(self, progress: Progress) -> None:
        if progress.total >= _MANY:
            self._background.keep(_INDEX, "Indexing words", self._index_token)
            self._background.advance(_INDEX, progress)

    def _index_broke(self, error: MementoError) -> None:
        self._background.end(_INDEX)
        self.failed.emit(error)

    def _waits(self, error: MementoError) -> bool:
        """Whether somebody else is writing for so long that this goes on later: nothing that a user has to know."""
        locked = isinstance(error, StoreLocked)
        if locked:
            self.waiting.emit()
            QTimer.singleShot(AGAIN_MS, self, self._ask)
        return locked

    def refresh(self, changes: ChangeSet) -> None:
        """Embed new and changed memories, and compact the text index when much has changed."""
        self._index()
        if "memory" in changes.tables or changes.everything:
            self._ask()

    def resume(self) -> None:
        """Embed what waits, also after it was stopped."""
        self._stopped = self._uncompared = False
        self._ask()

    def _ask(self) -> None:
        tasks = self._context.tasks
        if not tasks.is_busy(_LOAD) and not tasks.is_busy(_EMBED):
            self._look()

    def _look(self) -> None:
        library = self._context.library
        self._context.tasks.run(_STATE, lambda _job: library.embedding_state(), self._loaded, failed=self.failed.emit)

    def _loaded(self, state: EmbeddingState) -> None:
        self.changed.emit(state)
        library = self._context.library
        if self._telling and state.pending:
            self.stopped.emit(state.pending)
        self._telling = False
        if state.available and state.pending and not library.read_only and not self._stopped:
            self._embed(state.pending)
        else:
            self._compare()

    def _compare(self) -> None:
        """Count near-duplicates: all pairs the first time, afterwards what changed."""
        library, tasks = self._context.library, self._context.tasks
        if library.read_only or self._uncompared or tasks.is_busy(_COMPARE):
            return

        def work(job: Job[int]) -> int:
            threshold = library.parameters().forgetting.duplicate_similarity
            return library.duplicates.count(threshold, progress=job.report, cancel=job.token)

        self._compare_token = tasks.run(
            _COMPARE,
            work,
            lambda _changed: self._background.end(_COMPARE),
            failed=self._compare_broke,
            cancelled=self._compare_cancelled,
            progressed=self._compared,
        )

    def _compared(self, progress: Progress) -> None:
        if progress.total >= _MANY_PAIRS:
            self._background.keep(_COMPARE, "Comparing memories", self._compare_token)
            self._background.advance(_COMPARE, progress)

    def _compare_cancelled(self) -> None:
        self._uncompared = True  # until the next start, or until embedding is resumed
        self._background.end(_COMPARE)

    def _compare_broke(self, error: MementoError) -> None:
        if self._waits(error):
            self._background.end(_COMPARE)
            return
        self._compare_cancelled()
        self.failed.emit(error)

    def _embed(self, pending: int) -> None:
        library = self._context.library

        def work(job: Job[EmbeddingState]) -> EmbeddingState:
            library.embed_pending(progress=job.report, cancel=job.token)
            return library.embedding_state()

        token = self._context.tasks.run(
            _EMBED, work, self._done, failed=self._broke, cancelled=self._cancelled, progressed=self._progressed
        )
        if pending > _FEW:
            self._background.begin(_EMBED, "Embedding", token)

    def _progressed(self, progress: Progress) -> None:
        self._background.advance(_EMBED, progress)

    def _done(self, state: EmbeddingState) -> None:
        self._background.end(_EMBED)
        self._loaded(state)

    def _cancelled(self) -> None:
        self._stopped = self._telling = True
        self._background.end(_EMBED)
        self._look()

    def _broke(self, error: MementoError) -> None:
        self._background.end(_EMBED)
        if self._waits(error):
            return
        self._stopped = True
        self.failed.emit(error)
