"""A memory's words, as search and the embedder read them."""

from dataclasses import dataclass


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
