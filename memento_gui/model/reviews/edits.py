"""Changes of review cards and merges as values, beside those of `memento_gui.model.edits`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from memento_gui.domain.errors import StaleEdit
from memento_gui.domain.identity import new_id
from memento_gui.domain.memory import Memory, Relation, ReviewLogEntry, ReviewState
from memento_gui.engine.merging import merged
from memento_gui.model import edits
from memento_gui.store import Store, Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """Several edits as one step: all are written, or none."""

    label: str
    parts: tuple[edits.Edit, ...]

    def apply(self, writer: Writer) -> "Together":
        """Write them in order; the inverse takes them back in the opposite order."""
        inverses = [part.apply(writer) for part in self.parts]
        return Together(label=self.label, parts=tuple(reversed(inverses)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Unchanged:
    """Go on only while memories are as they were seen, in all that a merger takes over; counters may have moved.

    It writes nothing. Its inverse asks for nothing: what became of them since is no reason not to go back.
    """

    label: str
    seen: tuple[Memory, ...]
    asked: bool = True

    def apply(self, writer: Writer) -> "Unchanged":
        """Compare them with what is there.

        Raises:
            StaleEdit: If one was changed meanwhile.
        """
        if self.asked:
            expected = {one.id: {name: getattr(one, name) for name in _TAKEN_OVER} for one in self.seen}
            writer.set_fields({identity: {} for identity in expected}, expected=expected)
        return replace(self, asked=not self.asked)


_TAKEN_OVER: Final = (
    *("title", "content", "tags", "type", "category", "importance", "pinned", "strength"),
    *("scope", "status", "source", "session", "project", "user"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SetReviewStates:
    """Change many cards at once, such as their due days; each must still be as it was."""

    label: str
    before: Mapping[str, ReviewState | None]
    after: Mapping[str, ReviewState | None]

    def apply(self, writer: Writer) -> "SetReviewStates":
        """Write the cards.

        Raises:
            StaleEdit: If one was answered elsewhere meanwhile; nothing is written.
        """
        for identity, after in self.after.items():
            one = edits.SetReviewState(label=self.label, memory_id=identity, before=self.before[identity], after=after)
            one.apply(writer)
        return replace(self, before=self.after, after=self.before)


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapRelations:
    """Put relations in place of others."""

    label: str
    removed: tuple[Relation, ...]
    added: tuple[Relation, ...]

    def apply(self, writer: Writer) -> "SwapRelations":
        """Remove the old ones and write the new ones."""
        if self.removed:
            writer.remove_relations([relation.id for relation in self.removed])
        writer.add_relations(self.added)
        return replace(self, removed=self.added, added=self.removed)


@dataclass(frozen=True, slots=True, kw_only=True)
class AddLog:
    """Write answers that were given elsewhere."""

    label: str
    entries: tuple[ReviewLogEntry, ...]

    def apply(self, writer: Writer) -> "RemoveLog":
        """Write them; the inverse removes them again."""
        for entry in self.entries:
            writer.add_log(entry)
        return RemoveLog(label=self.label, entries=self.entries)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveLog:
    """Take back the writing of answers that were given elsewhere."""

    label: str
    entries: tuple[ReviewLogEntry, ...]

    def apply(self, writer: Writer) -> AddLog:
        """Remove them."""
        for entry in self.entries:
            writer.remove_log(entry.id)
        return AddLog(label=self.label, entries=self.entries)


def merge_stored(store: Store, memories: Sequence[Memory], cohesion: float, *, now_ms: int) -> Together:
    """Return the edit that puts one memory in the place of several, with what the store knows around them.

    Raises:
        StaleEdit: If one of them is in the trash already.
    """
    relations = {relation.id: relation for one in memories for relation in store.relations(one.id)}
    cards = [state for state in (store.review_state(one.id) for one in memories) if state is not None]
    return merge(
        memories, cohesion, identity=new_id(now_ms), now_ms=now_ms, relations=list(relations.values()), cards=cards
    )


def merge(  # everything that moves to the survivor, by keyword
    memories: Sequence[Memory],
    cohesion: float,
    *,
    identity: str,
    now_ms: int,
    relations: Sequence[Relation] = (),
    cards: Sequence[ReviewState] = (),
) -> Together:
    """Return the edit that puts one memory in the place of several: the originals go to the trash, in one step.

    Args:
        memories: Two or more.
        cohesion: Their mean pairwise similarity, in [0, 1].
        identity: Id of the survivor.
        now_ms: Now.
        relations: Those from and to the originals; they move to the survivor, those among the originals stay.
        cards: The originals' cards; the survivor goes on with the one that was answered most often.

    Applied, it is refused if one of them was changed meanwhile.

    Raises:
        StaleEdit: If one of them is in the trash already.
    """
    if any(memory.deleted_ms is not None for memory in memories):
        raise StaleEdit("One of these memories is in the trash. Nothing was merged; restore it first.")
    label = f"Merge {len(memories)} memories"
    held = {memory.id for memory in memories}
    outward = tuple(r for r in relations if (r.source_id in held) != (r.target_id in held))
    moved = tuple(
        replace(
            r,
            source_id=identity if r.source_id in held else r.source_id,
            target_id=identity if r.target_id in held else r.target_id,
        )
        for r in outward
    )
    parts: list[edits.Edit] = [
        Unchanged(label=label, seen=tuple(memories)),
        edits.AddMemories(label=label, memories=(merged(memories, cohesion, identity=identity, now_ms=now_ms),)),
        edits.trash(memories, now_ms=now_ms),
    ]
    if outward:
        parts.append(SwapRelations(label=label, removed=outward, added=moved))
    if cards:
        best = max(cards, key=lambda card: (card.reviews, card.tau_days))
        card = replace(best, memory_id=identity)
        parts.append(edits.SetReviewState(label=label, memory_id=identity, before=None, after=card))
    return Together(label=label, parts=tuple(parts))
