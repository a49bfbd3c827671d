"""Work beside the window: each job has a key, the newest wins, and its result arrives in the GUI thread."""

import threading
import traceback
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from PySide6.QtCore import QEventLoop, QObject, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.errors import Cancelled, MementoError

WORKERS: Final = 6
PATIENCE: Final = 0.1
"""Seconds for which the GUI thread stands still for short work."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a job is: ``done`` of ``total`` (0: unknown), and what it is at."""

    done: int
    total: int
    note: str = ""


class Job(Generic[T]):
    """One piece of work; the worker asks ``token`` between chunks and calls ``report``."""

    def __init__(self, key: str, work: "Callable[[Job[T]], T]", done: Callable[[T], None], handlers: "Handlers") -> None:
        self.key = key
        self.token = CancelToken()
        self._work = work
        self._done = done
        self._handlers = handlers
        self._post: Callable[[Callable[[], None]], None] = lambda _call: None
        self._latest: Progress | None = None
        self.keeps = False
        """Whether the result is delivered even if somebody cancels from now on."""

    def keep(self) -> None:
        """Say that what follows cannot be taken back: cancelling comes too late, the result will be delivered.

        Raises:
            Cancelled: If it was cancelled already.
        """
        self.token.check()
        self.keeps = True

    def report(self, done: int, total: int, note: str = "") -> None:
        """Tell how far it is; raises `Cancelled` when nobody wants the result any more."""
        self.token.check()
        waiting, self._latest = self._latest is not None, Progress(done, total, note)
        if not waiting and self._handlers.progressed is not None:
            self._post(self._show_progress)

    def _show_progress(self) -> None:
        latest, self._latest = self._latest, None
        if latest is not None and self._handlers.progressed is not None and not self.token.cancelled:
            self._handlers.progressed(latest)

    def perform(self, post: Callable[[Callable[[], None]], None], crashed: Callable[[str], None]) -> None:
        """Do the work in this thread and post what follows from it to the GUI thread."""
        self._post = post
        try:
            self.token.check()
            result = self._work(self)
        except Cancelled:
            post(self._handlers.cancelled)
        except MementoError as error:
            post(_Deliver(self, self._handlers.failed, error, self._handlers.cancelled))
        except BaseException:  # noqa: BLE001  # our bug, whatever it is: it ends in the crash dialog
            report = traceback.format_exc()
            post(lambda: crashed(report))
            post(self._handlers.cancelled)
        else:
            post(_Deliver(self, self._done, result, self._handlers.cancelled))


@dataclass(frozen=True, slots=True)
class _Deliver:
    """A call that is replaced by another when its job was superseded or cancelled meanwhile."""

    job: Job[Any]
    to: Callable[[Any], None]
    value: Any
    otherwise: Callable[[], None]

    def __call__(self) -> None:
        if self.job.token.cancelled and not self.job.keeps:
            self.otherwise()
        else:
            self.to(self.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Handlers:
    """Who hears what besides the result; all are called in the GUI thread."""

    failed: Callable[[MementoError], None]
    progressed: Callable[[Progress], None] | None = None
    cancelled: Callable[[], None] = field(default=lambda: None)


class Tasks(QObject):
    """The task runner. Create and call it in the GUI thread.

    Per key at most one job runs and one waits: a newer one cancels the running one and takes the waiting one's place, so
    that a slider cannot pile up work. A result is delivered only if its job is still the newest of its key.
    """

    failed = Signal(object)
    """A job without its own ``failed`` handler raised a `MementoError`."""
    crashed = Signal(str)
    """A job raised anything else: a report to copy."""
    busy = Signal(str)
    """The first job of a key started."""
    idle = Signal(str)
    """No job of this key runs or waits any more; emitted after its result was delivered."""
    _arrived = Signal()
    _short_ended = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="memento")
        self._short = ThreadPoolExecutor(1, thread_name_prefix="memento-short")
        self._running: dict[str, Job[Any]] = {}
        self._waiting: dict[str, Job[Any]] = {}
        self._posted: deque[Callable[[], None]] = deque()
        self._futures: set[Future[None]] = set()
        self._closed = False
        self._arrived.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def run(
        self,
        key: str,
        work: Callable[[Job[T]], T],
        done: Callable[[T], None],
        *,
        failed: Callable[[MementoError], None] | None = None,
        progressed: Callable[[Progress], None] | None = None,
        cancelled: Callable[[], None] | None = None,
    ) -> CancelToken:
        """Start ``work`` in a worker; ``done`` gets its result in the GUI thread.

        Args:
            key: Names the purpose; a newer job of the same key makes this one's result unwanted.
            work: Called in a worker thread with its `Job`; touches no Qt object.
            done: Called with the result.
            failed: Called with a `MementoError`; without it `Tasks.failed` is emitted.
            progressed: Called with the newest `Progress`; reports in between are left out.
            cancelled: Called when a job that was started ended with neither a result nor an error that anyone heard of:
                its token was cancelled, or it crashed.

        Returns:
            The token that cancels this job.
        """
        handlers = Handlers(failed=failed or self.failed.emit, progressed=progressed, cancelled=cancelled or (lambda: None))
        job = Job(key, work, done, handlers)
        if self._closed:
            job.token.cancel()
        elif key in self._running:
            self._running[key].token.cancel()
            self._waiting[key] = job
        else:
            self.busy.emit(key)
            self._start(job)
        return job.token

    def wait_for(self, work: Callable[[], T]) -> T:
        """Do short work, such as one edit, and return its result, or raise what it raised.

        Where it takes long after all (another program keeps the store locked, the disk is slow), the window goes on
        painting under a waiting cursor, and takes no input until it is done.
        """
        if self._closed:
            return work()
        future = self._short.submit(work)
        wait((future,), timeout=PATIENCE)
        if not future.done():
            loop = QEventLoop()
            self._short_ended.connect(loop.quit, Qt.ConnectionType.QueuedConnection)
            QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
            try:
                future.add_done_callback(lambda _future: self._short_ended.emit())
                loop.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
            finally:
                QGuiApplication.restoreOverrideCursor()
        return future.result()

    def cancel(self, key: str) -> None:
        """Stop what runs or waits under a key; its result will not be delivered."""
        self._waiting.pop(key, None)
        if key in self._running:
            self._running[key].token.cancel()

    def is_busy(self, key: str | None = None) -> bool:
        """Whether a job of this key (any key, for None) runs or waits."""
        return bool(self._running) if key is None else key in self._running

    def drain(self) -> None:
        """Cancel everything and wait for the workers; what they found is not delivered. New jobs may follow."""
        for job in (*self._running.values(), *self._waiting.values()):
            job.token.cancel()
        self._waiting.clear()
        wait(self._futures)
        self._futures.clear()
        self._posted.clear()
        keys = list(self._running)
        self._running.clear()
        for key in keys:
            self.idle.emit(key)

    def close(self) -> None:
        """Cancel everything and wait for the workers; nothing is done or delivered any more."""
        self._closed = True
        self.drain()
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._short.shutdown(wait=True)

    def _start(self, job: Job[Any]) -> None:
        self._running[job.key] = job
        future = self._pool.submit(self._perform, job)
        self._futures.add(future)

    def _perform(self, job: Job[Any]) -> None:
        job.perform(self._post, self.crashed.emit)
        self._post(lambda: self._ended(job))

    def _post(self, call: Callable[[], None]) -> None:
        self._posted.append(call)
        self._arrived.emit()

    @Slot()
    def _deliver(self) -> None:
        assert threading.current_thread() is threading.main_thread()
        while self._posted and not self._closed:
            self._posted.popleft()()

    def _ended(self, job: Job[Any]) -> None:
        self._futures = {future for future in self._futures if not future.done()}
        if self._running.get(job.key) is not job:
            return
        del self._running[job.key]
        following = self._waiting.pop(job.key, None)
        if following is not None:
            self._start(following)
        else:
            self.idle.emit(job.key)
