"""What turns texts into vectors, as the rest of the program sees it."""

from collections.abc import Callable, Sequence
from typing import Protocol

from memento_gui.domain.arrays import VectorArray
from memento_gui.domain.cancel import CancelToken

Progress = Callable[[int, int], None]
"""Told how many of how many are done."""


class Embedder(Protocol):
    """A model that gives texts of like meaning like vectors."""

    @property
    def name(self) -> str:
        """The model's name, under which its vectors are stored."""
        ...

    @property
    def dimensions(self) -> int:
        """How many numbers a vector has."""
        ...

    def embed(
        self, texts: Sequence[str], *, progress: Progress | None = None, cancel: CancelToken | None = None
    ) -> VectorArray:
        """Return N × D normalised vectors, in the order of the texts.

        Raises:
            Cancelled: If ``cancel`` was set.
            ModelError: If the model cannot be used.
        """
        ...

    def embed_query(self, text: str) -> VectorArray:
        """Return the D numbers of a query."""
        ...
