"""What a test asks for when it needs a place on the screen."""

from typing import Protocol, TypeVar

from memento_gui.model.library import Library
from memento_gui.qt.place import Place

P = TypeVar("P", bound=Place)


class Stand(Protocol):
    """Shows a place on a library, so wide and so high, once it has nothing more to do."""

    def __call__(self, kind: type[P], library: Library, width: int, height: int) -> P:
        """Return the place."""
        ...
