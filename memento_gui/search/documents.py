"""Documents: memories as the codes of their words, which is what an index is computed from."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.texts import Text
from memento_gui.search.splitting import WORD
from memento_gui.search.words import Spelled, Splitter

_CHECK_EVERY: Final = 512


@dataclass(slots=True)
class Documents:
    """Memories by ordinal with the codes of their words, the code of each word, and every word as it was written."""

    coded: list[tuple[int, list[int]]] = field(default_factory=list)
    codes: dict[str, int] = field(default_factory=dict)
    written: dict[str, Spelled] = field(default_factory=dict)

    def add(self, ordinal: int, words: Iterable[str]) -> None:
        """Add a memory that has these words."""
        self.coded.append((ordinal, [self.codes.setdefault(word, len(self.codes)) for word in words]))


def indexed_text(text: Text) -> str:
    """Return what a memory is found by: title, content and tags."""
    return "\n".join((text.title, text.content, *text.tags))


def split_documents(
    items: Iterable[tuple[int, Text]],
    splitter: Splitter,
    *,
    progress: Callable[[int], None] | None = None,
    cancel: CancelToken | None = None,
) -> Documents:
    """Split texts into words.

    Raises:
        Cancelled: If ``cancel`` was set.
    """
    made = Documents()
    for number, (ordinal, text) in enumerate(items):
        if number % _CHECK_EVERY == 0:
            if cancel is not None:
                cancel.check()
            if progress is not None:
                progress(number)
        found = [(word, splitter.spelled(word)) for word in WORD.findall(indexed_text(text))]
        made.written.update(found)
        made.add(ordinal, (one for _, spelled in found for one in spelled.index))
    return made
