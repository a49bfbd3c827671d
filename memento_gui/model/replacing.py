"""Find and replace in the words of many memories: looked at first, then written as one step."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import regex

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.errors import InvalidPattern
from memento_gui.domain.memory import Memory, check_text
from memento_gui.model import edits
from memento_gui.store import Store

SECONDS_A_TEXT: Final = 1.0
_CHUNK: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Replacement:
    r"""What to look for and what to put there.

    With ``pattern`` set, ``find`` is a regular expression, and ``put`` may name its groups (``\1``, ``\g<name>``); else
    both are taken literally. ``match_case`` tells upper from lower case.
    """

    find: str
    put: str
    pattern: bool = False
    match_case: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Replaced:
    """One memory as it is and as it would be; ``count`` places change, ``title`` and ``content`` are the new words."""

    memory: Memory
    title: str
    content: str
    count: int


def replaced(
    store: Store, ids: Sequence[str], replacement: Replacement, *, cancel: CancelToken | None = None
) -> list[Replaced]:
    """Return the memories whose words would change, in the order given; nothing is written.

    Raises:
        InvalidPattern: If there is nothing to look for, or the expression or what it puts is none, or takes too long.
        InvalidMemory: If a text would become one that cannot be kept.
        Cancelled: If ``cancel`` was set.
    """
    found = _Finder(replacement)
    changed = []
    for start in range(0, len(ids), _CHUNK):
        if cancel is not None:
            cancel.check()
        for memory in store.get_many(ids[start : start + _CHUNK]):
            (title, in_title), (content, in_content) = found.put_in(memory.title), found.put_in(memory.content)
            if (title, content) != (memory.title, memory.content):
                check_text(title, what="new title")
                check_text(content, what="new content")
                changed.append(Replaced(memory=memory, title=title, content=content, count=in_title + in_content))
    return changed


def replacing(changes: Sequence[Replaced], *, now_ms: int) -> edits.Rewrite:
    """Return the edit that writes them all; a memory that was edited meanwhile makes it stale."""
    label = f"Replace in {'1 memory' if len(changes) == 1 else f'{len(changes):,} memories'}"
    return edits.rewrite_each(
        [(change.memory, {"title": change.title, "content": change.content}) for change in changes], label, now_ms=now_ms
    )


class _Finder:
    def __init__(self, replacement: Replacement) -> None:
        if not replacement.find:
            raise InvalidPattern("There is nothing to look for. Nothing was changed; say what to find.")
        flags = regex.MULTILINE if replacement.match_case else regex.MULTILINE | regex.IGNORECASE
        try:
            self._compiled = regex.compile(
                replacement.find if replacement.pattern else regex.escape(replacement.find), flags
            )
            self._put = replacement.put if replacement.pattern else replacement.put.replace("\\", "\\\\")
            self._compiled.sub(self._put, "", timeout=SECONDS_A_TEXT)
        except (regex.error, ValueError, OverflowError, RecursionError, IndexError) as error:
            raise InvalidPattern(f"The pattern cannot be used: {error}. Nothing was changed.") from error

    def put_in(self, text: str) -> tuple[str, int]:
        """Return the text with everything found replaced, and how often; an empty text stays empty."""
        if not text:
            return text, 0
        try:
            new, count = self._compiled.subn(self._put, text, timeout=SECONDS_A_TEXT, concurrent=True)
        except TimeoutError:
            raise InvalidPattern(
                "The pattern takes too long on some texts. Nothing was changed; make it simpler."
            ) from None
        except (regex.error, IndexError) as error:
            raise InvalidPattern(f"What is put in cannot be used: {error}. Nothing was changed.") from error
        return str(new), int(count)
