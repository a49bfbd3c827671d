"""How long work tells how far it is, and learns that nobody wants its result any more."""

from threading import Event
from typing import Protocol

from memento_gui.domain.errors import Cancelled


class CancelToken:
    """Set from any thread; the worker asks between chunks."""

    def __init__(self) -> None:
        self._event = Event()

    def cancel(self) -> None:
        """Ask the work to stop at its next check."""
        self._event.set()

    @property
    def cancelled(self) -> bool:
        """Whether someone asked to stop."""
        return self._event.is_set()

    def check(self) -> None:
        """Raise `Cancelled` if someone asked to stop."""
        if self._event.is_set():
            raise Cancelled("Stopped. What was not finished was undone.")


class Watch(Protocol):
    """Somebody who follows a change while it is written, and may stop it until the very end."""

    def report(self, done: int, total: int, /) -> None:
        """Hear how many of how many are written; raises `Cancelled` if it is to stop, and then nothing is changed."""
        ...

    def keep(self) -> None:
        """Hear that all is written and about to hold for good; the last moment to raise `Cancelled`."""
        ...
