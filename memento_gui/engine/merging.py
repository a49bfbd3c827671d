"""Merging: what becomes of several memories that say the same."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

from memento_gui.domain.memory import MAX_STRENGTH, SCOPES, Memory, Status, clean_tags

_MOST_ADDED: Final = 0.5
_ADDED_EACH: Final = 0.1


def merged(memories: Sequence[Memory], cohesion: float, *, identity: str, now_ms: int) -> Memory:
    """Return the memory that takes the place of several; the originals are not touched.

    Its text is the longest one if that contains the others, else all distinct ones in order of creation. Tags are joined,
    created is the first, last used the latest, counts are summed, strength rises with cohesion and number. What the source
    leaves open: type, category, title and the rest are the longest one's, importance is the highest, a pin stays, and the
    scope is the narrowest.

    Args:
        memories: Two or more.
        cohesion: Their mean pairwise similarity, in [0, 1].
        identity: Id of the new memory.
        now_ms: The instant of merging.

    Raises:
        ValueError: If there are fewer than two.

    Source: CortexGraph, cluster consolidation.
    """
    if len(memories) < 2:
        raise ValueError("merging takes at least two memories")
    ordered = sorted(memories, key=lambda memory: (memory.created_ms, memory.ordinal, memory.id))
    base = max(ordered, key=lambda memory: len(memory.content))
    raised = min(_MOST_ADDED, cohesion * len(ordered) * _ADDED_EACH)
    return replace(
        base,
        id=identity,
        content=_text(ordered, base),
        title=base.title or next((memory.title for memory in ordered if memory.title), ""),
        tags=clean_tags(tuple(chain.from_iterable(memory.tags for memory in ordered))),
        importance=max(memory.importance for memory in ordered),
        pinned=any(memory.pinned for memory in ordered),
        strength=min(MAX_STRENGTH, max(memory.strength for memory in ordered) + raised),
        scope=min((memory.scope for memory in ordered), key=SCOPES.index),
        status=Status.ACTIVE,
        created_ms=ordered[0].created_ms,
        updated_ms=now_ms,
        last_used_ms=max(_last_use_ms(memory) for memory in ordered),
        views=sum(memory.views for memory in ordered),
        cites=sum(memory.cites for memory in ordered),
        edits=sum(memory.edits for memory in ordered),
        uses=sum(memory.uses for memory in ordered),
        revisions=0,
        deleted_ms=None,
        ordinal=0,
    )


def _text(ordered: Sequence[Memory], longest: Memory) -> str:
    texts = list(dict.fromkeys(memory.content.strip() for memory in ordered))
    if all(text in longest.content for text in texts):
        return longest.content
    return "\n\n".join(text for text in texts if text)


def _last_use_ms(memory: Memory) -> int:
    return memory.created_ms if memory.last_used_ms is None else memory.last_used_ms
