"""How lower layers ask for a memory's words without knowing the store."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Text:
    """The words of one memory: what the text index and the embedder read."""

    title: str
    content: str
    tags: tuple[str, ...] = ()

    @property
    def full(self) -> str:
        """Title and content as one text, which is what is embedded."""
        return f"{self.title}\n{self.content}" if self.title else self.content


class TextSource(Protocol):
    """Gives the words of memories by id; the store implements it."""

    def texts(self, ids: Sequence[str]) -> dict[str, Text]:
        """Return the texts of those ids that exist."""
        ...

    def every_text(self) -> Iterator[tuple[str, Text]]:
        """Yield id and text of every memory, in import order, in chunks read as they are needed."""
        ...
