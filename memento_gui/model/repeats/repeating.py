"""Repeats: what a text that is about to be remembered says again, found by its words and by meaning."""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

import numpy as np

from memento_gui.domain.arrays import FloatArray
from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.clock import Clock
from memento_gui.domain.errors import StaleEdit
from memento_gui.domain.memory import Memory
from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.texts import Text
from memento_gui.engine.links import Links, confirmed
from memento_gui.engine.merging import merged
from memento_gui.model import edits
from memento_gui.model.live import LiveStore
from memento_gui.model.searches.searching import Searches
from memento_gui.search.vectors import top_k
from memento_gui.store import Store

_LOOKED_AT: Final = 32
"""How many of the memories that share most words, and of the nearest, are compared."""
_BEGINNING: Final = 4_000
"""Characters whose words are looked up: what says the same as a long text shares those of its beginning."""
_WORDS: Final = re.compile(r"\w+")
_LEAST_PART: Final = 16
"""Characters from which a text that another holds is a repetition and no accident."""


class Likeness(StrEnum):
    """In which way an old memory says what a new one says."""

    SAME = "the same words"
    HOLDS = "all of these words, and more"
    HELD = "a part of these words"
    NEAR = "nearly the same"


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeat:
    """A memory that says what a new text says; ``cosine`` is None where meaning could not be compared.

    ``likely`` tells a duplicate from a memory that is only near.
    """

    memory_id: str
    headline: str
    likeness: Likeness
    cosine: float | None
    likely: bool


class Repeats:
    """Compares a text with every memory outside the trash. Safe to call from any thread; work for a worker."""

    def __init__(
        self, store: Store, live: LiveStore, clock: Clock, searches: Searches, parameters: Callable[[], ParameterSet]
    ) -> None:
        self._store, self._live, self._clock = store, live, clock
        self._searches, self._parameters = searches, parameters

    def find(
        self, content: str, *, title: str = "", but: str = "", limit: int = 3, cancel: CancelToken | None = None
    ) -> tuple[Repeat, ...]:
        """Return the memories that a text repeats, the surest first.

        By meaning only with the embedding model; it is not loaded for this. Texts that are mostly not Latin must share
        letters too, as in clusters.

        Args:
            content: The text.
            title: Its title.
            but: The id of a memory that is left out: the text's own.
            limit: How many at most.
            cancel: Asked between the steps.

        Raises:
            Cancelled: If ``cancel`` was set.
        """
        if not content.strip():
            return ()
        new, parameters = Text(title, content), self._parameters()
        with self._live.steady():
            cosines = self._cosines(new)
            if cancel is not None:
                cancel.check()
            table = self._live.snapshot().table
            shared = self._searches.shared_words(new.full[:_BEGINNING], parameters)
        allowed = ~table.trashed
        if but in table.row_of:
            allowed[table.row_of[but]] = False
        by_words = top_k(np.where(shared > 0.0, shared, -np.inf), _LOOKED_AT, allowed)
        rows = np.union1d(by_words, top_k(cosines, _LOOKED_AT, allowed))
        texts = self._store.texts([str(table.ids[row]) for row in rows])
        words = _plain(content)
        compared = (
            _compared(
                identity,
                (new, texts[identity]),
                _by_words(words, _plain(texts[identity].content)),
                float(cosines[table.row_of[identity]]),
                parameters,
            )
            for identity in texts
        )
        return tuple(sorted((one for one in compared if one is not None), key=_surest)[:limit])

    def _cosines(self, new: Text) -> FloatArray:
        """Return the cosine of every memory with a text; -inf for one without a vector."""
        snapshot, _, vectors = self._searches.current_vectors()
        found = np.full(len(snapshot.table), np.nan)
        vector = self._searches.embedded(new.full) if len(vectors) else None
        if vector is not None:
            found[:] = vectors.cosines_of(snapshot.table.ordinal, vector)
        return np.where(np.isnan(found), -np.inf, found)

    def join_edit(self, memory_id: str, new: Memory, cosine: float | None = None) -> edits.Edit:
        """Return the edit that puts a new memory, which is not in the store, into an old one; its earlier words are kept.

        Words, tags, importance, pin, strength and last use become what merging makes of them; the rest stays the old one's.

        Args:
            memory_id: The old one.
            new: The new one.
            cosine: Their likeness where it is known; strength rises with it.

        Raises:
            UnknownMemory: If the old one no longer exists.
            StaleEdit: If it was moved to the trash meanwhile.
        """
        old, now = self._store.get(memory_id), self._clock.now_ms()
        if old.in_trash:
            raise StaleEdit(
                "This memory was moved to the trash meanwhile. Nothing was written; restore it, or add yours anyway."
            )
        later = replace(new, created_ms=max(new.created_ms, old.created_ms), ordinal=old.ordinal + 1)
        made = merged([old, later], 1.0 if cosine is None else cosine, identity=old.id, now_ms=now)
        joined = ("tags", "importance", "pinned", "strength", "last_used_ms")
        fields = {name: getattr(made, name) for name in joined}
        title, label = old.title or made.title, "Merge a new memory into an old one"
        if (title, made.content) == (old.title, old.content):
            return edits.set_fields([old], label, now_ms=now, **fields)
        return edits.rewrite(old, title=title, content=made.content, now_ms=now, label=label, **fields)


def _compared(
    identity: str, texts: tuple[Text, Text], likeness: Likeness | None, cosine: float, parameters: ParameterSet
) -> Repeat | None:
    """Return a memory as a repeat, or None; the first of the texts is the new one."""
    new, old = texts
    if likeness is None and cosine >= parameters.decay.cluster_link:
        link = Links(np.array([0]), np.array([1]), np.array([cosine]))
        if len(confirmed(link, {0: new.full, 1: old.full}, parameters.decay.bigram_overlap)):
            likeness = Likeness.NEAR
    if likeness is None:
        return None
    headline = old.title or next((line.strip() for line in old.content.splitlines() if line.strip()), "")
    return Repeat(
        memory_id=identity,
        headline=headline,
        likeness=likeness,
        cosine=min(1.0, cosine) if cosine > -np.inf else None,
        likely=likeness is not Likeness.NEAR or cosine >= parameters.decay.likely_duplicate,
    )


def _plain(text: str) -> str:
    """Return a text's words alone, without case, width and marks."""
    return " ".join(_WORDS.findall(unicodedata.normalize("NFKC", text).casefold()))


def _by_words(new: str, old: str) -> Likeness | None:
    if not new or not old:
        return None
    if new == old:
        return Likeness.SAME
    if len(new) >= _LEAST_PART and f" {new} " in f" {old} ":
        return Likeness.HOLDS
    return Likeness.HELD if len(old) >= _LEAST_PART and f" {old} " in f" {new} " else None


def _surest(one: Repeat) -> tuple[int, float]:
    return list(Likeness).index(one.likeness), -(one.cosine or 0.0)
