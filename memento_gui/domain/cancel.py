"""A token by which long work learns that nobody wants its result any more."""

from threading import Event

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
