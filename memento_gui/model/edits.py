"""Every change as a value: applying one writes it in a transaction and returns the edit that takes it back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from memento_gui.domain.errors import StaleEdit
from memento_gui.domain.memory import Feedback, Memory, Relation, ReviewLogEntry, ReviewState, Revision
from memento_gui.store import Judgement, SavedSearch, Writer

Fields = Mapping[str, Any]


class Edit(Protocol):
    """A change of the store. ``label`` names it in menus: "Undo Set importance of 3 memories"."""

    @property
    def label(self) -> str:
        """What it does, as an imperative."""
        ...

    def apply(self, writer: Writer) -> "Edit":
        """Write it within the writer's transaction and return its inverse.

        Raises:
            StaleEdit: If someone else changed the same thing meanwhile; the transaction is rolled back.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class SetFields:
    """Give memories new field values; only the fields named in ``expected`` must still be as they were."""

    label: str
    wanted: Mapping[str, Fields]
    previous: Mapping[str, Fields]
    expected: Mapping[str, Fields]

    def apply(self, writer: Writer) -> "SetFields":
        """Write the values; the inverse gives each memory its own former ones."""
        writer.set_fields(self.wanted, expected=self.expected)
        guarded = {
            identity: {name: self.wanted[identity][name] for name in fields} for identity, fields in self.expected.items()
        }
        return replace(self, wanted=self.previous, previous=self.wanted, expected=guarded)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewrite:
    """Change the words of memories; each one's earlier words become a revision."""

    label: str
    fields: SetFields
    revisions: tuple[Revision, ...]

    def apply(self, writer: Writer) -> "TakeBackRewrite":
        """Keep the earlier words as revisions and write the new ones."""
        back = self.fields.apply(writer)
        for revision in self.revisions:
            writer.add_revision(revision)
        return TakeBackRewrite(label=self.label, fields=back, revisions=self.revisions)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackRewrite:
    """Give memories their earlier words back, and history the state it had."""

    label: str
    fields: SetFields
    revisions: tuple[Revision, ...]

    def apply(self, writer: Writer) -> Rewrite:
        """Write the earlier words and drop the revisions that held them."""
        again = self.fields.apply(writer)
        for revision in self.revisions:
            writer.remove_revision(revision.memory_id, revision.number)
        return Rewrite(label=self.label, fields=again, revisions=self.revisions)


@dataclass(frozen=True, slots=True, kw_only=True)
class AddMemories:
    """Write new memories and what belongs to them."""

    label: str
    memories: tuple[Memory, ...]
    relations: tuple[Relation, ...] = ()
    feedback: tuple[Feedback, ...] = ()
    history: tuple[Revision, ...] = ()
    cards: tuple[ReviewState, ...] = ()
    answers: tuple[ReviewLogEntry, ...] = ()

    def apply(self, writer: Writer) -> "RemoveMemories":
        """Write everything; the inverse removes it again."""
        writer.insert(self.memories)
        writer.add_relations(self.relations)
        writer.add_feedback(*self.feedback)
        for revision in self.history:
            writer.add_revision(revision)
        for card in self.cards:
            writer.put_review_state(card)
        for answer in self.answers:
            writer.add_log(answer)
        return RemoveMemories(label=self.label, added=self)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveMemories:
    """Take back the writing of new memories; only for memories whose words nobody changed since."""

    label: str
    added: AddMemories

    def apply(self, writer: Writer) -> AddMemories:
        """Remove what was added."""
        untouched = {m.id: {"content": m.content, "title": m.title, "revisions": m.revisions} for m in self.added.memories}
        writer.set_fields({identity: {} for identity in untouched}, expected=untouched)
        writer.remove_relations([relation.id for relation in self.added.relations])
        writer.delete(list(untouched))
        return self.added


@dataclass(frozen=True, slots=True, kw_only=True)
class SetReviewState:
    """Make a memory a review card, change the card, or (``after`` None) take the card away."""

    label: str
    memory_id: str
    before: ReviewState | None
    after: ReviewState | None

    def apply(self, writer: Writer) -> "SetReviewState":
        """Write the card if it still is as it was.

        Raises:
            StaleEdit: If the card was answered elsewhere meanwhile.
        """
        if writer.review_state(self.memory_id) != self.before:
            raise StaleEdit("This card was answered or changed elsewhere meanwhile. Nothing was written; look at it again.")
        if self.after is None:
            writer.remove_review_state(self.memory_id)
        else:
            writer.put_review_state(self.after)
        return replace(self, before=self.after, after=self.before)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerCard:
    """One review answer: the card, its log row, the feedback and the memory's counters, as one step."""

    label: str
    card: SetReviewState
    counters: SetFields
    entry: ReviewLogEntry
    feedback: tuple[Feedback, ...]

    def apply(self, writer: Writer) -> "TakeBackAnswer":
        """Write all of it."""
        card, counters = self.card.apply(writer), self.counters.apply(writer)
        writer.add_log(self.entry)
        writer.add_feedback(*self.feedback)
        return TakeBackAnswer(label=self.label, answered=self, card=card, counters=counters)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackAnswer:
    """Take one review answer back: card, log row, feedback and counters are as before it."""

    label: str
    answered: AnswerCard
    card: SetReviewState
    counters: SetFields

    def apply(self, writer: Writer) -> AnswerCard:
        """Restore all of it."""
        self.card.apply(writer)
        self.counters.apply(writer)
        writer.remove_log(self.answered.entry.id)
        for event in self.answered.feedback:
            writer.remove_feedback(event)
        return self.answered


@dataclass(frozen=True, slots=True, kw_only=True)
class SetJudgement:
    """Grade how well a memory answers a query, change the grade, or (``after`` None) take it away."""

    label: str
    query: str
    memory_id: str
    before: Judgement | None
    after: Judgement | None

    def apply(self, writer: Writer) -> "SetJudgement":
        """Write the grade if it still is as it was.

        Raises:
            StaleEdit: If it was graded elsewhere meanwhile.
        """
        present = next((known for known in writer.judgements(self.query) if known.memory_id == self.memory_id), None)
        if present != self.before:
            raise StaleEdit("This result was graded elsewhere meanwhile. Nothing was written; look at it again.")
        if self.after is not None:
            writer.put_judgement(self.after)
        elif self.before is not None:
            writer.remove_judgement(self.query, self.memory_id)
        return replace(self, before=self.after, after=self.before)


@dataclass(frozen=True, slots=True, kw_only=True)
class PutSavedSearch:
    """Keep a query under a name, change it, or (``after`` None) forget it."""

    label: str
    name: str
    before: SavedSearch | None
    after: SavedSearch | None

    def apply(self, writer: Writer) -> "PutSavedSearch":
        """Write it if the name still holds what it held.

        Raises:
            StaleEdit: If the search was changed elsewhere meanwhile.
        """
        if next((known for known in writer.saved_searches() if known.name == self.name), None) != self.before:
            raise StaleEdit("This saved search was changed elsewhere meanwhile. Nothing was written; look at it again.")
        if self.after is not None:
            writer.put_saved_search(self.after)
        elif self.before is not None:
            writer.remove_saved_search(self.name)
        return replace(self, before=self.after, after=self.before)


@dataclass(frozen=True, slots=True, kw_only=True)
class SetParameterSet:
    """Save a parameter set under a name, or (``after`` None) delete it; may also make a set the active one."""

    label: str
    name: str
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None
    active_before: str
    active_after: str

    def apply(self, writer: Writer) -> "SetParameterSet":
        """Write it; the inverse restores what the name held and which set was active."""
        if self.after is None:
            writer.remove_parameter_set(self.name)
        else:
            writer.put_parameter_set(self.name, self.after)
        writer.put_setting(ACTIVE_SET, self.active_after)
        return replace(
            self,
            before=self.after,
            after=self.before,
            active_before=self.active_after,
            active_after=self.active_before,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PutSetting:
    """Change one setting that is kept in the store."""

    label: str
    key: str
    before: str | None
    after: str | None

    def apply(self, writer: Writer) -> "PutSetting":
        """Write it."""
        writer.put_setting(self.key, self.after)
        return replace(self, before=self.after, after=self.before)


ACTIVE_SET = "parameters.active"
"""Setting that names the store's active parameter set."""

_UNDATED = frozenset({"pinned", "deleted_ms", "views", "cites", "edits", "uses", "revisions", "last_used_ms", "status"})


def set_fields(memories: Iterable[Memory], label: str, *, now_ms: int, **fields: Any) -> SetFields:
    """Return the edit that gives all these memories the same field values; it counts as a change of the memory.

    Pins, counters, status and the trash do not move ``updated_ms``.
    """
    return set_each([(memory, fields) for memory in memories], label, now_ms=now_ms)


def set_each(changes: Sequence[tuple[Memory, Fields]], label: str, *, now_ms: int) -> SetFields:
    """Return the edit that gives each memory its own new field values; those equal to the present ones are left out."""
    wanted, previous, expected = {}, {}, {}
    for memory, fields in changes:
        changed = {name: value for name, value in fields.items() if getattr(memory, name) != value}
        if not changed:
            continue
        before = {name: getattr(memory, name) for name in changed}
        dated = not _UNDATED.issuperset(changed) and "updated_ms" not in changed
        wanted[memory.id] = changed | ({"updated_ms": now_ms} if dated else {})
        previous[memory.id] = before | ({"updated_ms": memory.updated_ms} if dated else {})
        expected[memory.id] = before
    return SetFields(label=label, wanted=wanted, previous=previous, expected=expected)


def rewrite(memory: Memory, *, title: str, content: str, now_ms: int, label: str = "Edit memory", **fields: Any) -> Rewrite:
    """Return the edit that changes a memory's words, and any other fields with them, in one step."""
    return rewrite_each([(memory, {"title": title, "content": content, **fields})], label, now_ms=now_ms)


def rewrite_each(changes: Sequence[tuple[Memory, Fields]], label: str, *, now_ms: int) -> Rewrite:
    """Return the edit that changes the words of many memories, each its own way, in one step."""
    counted = [
        (memory, {"revisions": memory.revisions + 1, "edits": memory.edits + 1, **fields}) for memory, fields in changes
    ]
    revisions = tuple(
        Revision(
            memory_id=memory.id,
            number=memory.revisions + 1,
            title=memory.title,
            content=memory.content,
            replaced_ms=now_ms,
        )
        for memory, _ in changes
    )
    return Rewrite(label=label, fields=set_each(counted, label, now_ms=now_ms), revisions=revisions)


def trash(memories: Sequence[Memory], *, now_ms: int) -> SetFields:
    """Return the edit that moves memories to the trash."""
    return set_fields(memories, _counted("Move {} to the trash", len(memories)), now_ms=now_ms, deleted_ms=now_ms)


def restore(memories: Sequence[Memory], *, now_ms: int) -> SetFields:
    """Return the edit that takes memories out of the trash."""
    return set_fields(memories, _counted("Restore {}", len(memories)), now_ms=now_ms, deleted_ms=None)


def pin(memories: Sequence[Memory], *, pinned: bool, now_ms: int) -> SetFields:
    """Return the edit that pins or unpins memories."""
    label = _counted("Pin {}" if pinned else "Unpin {}", len(memories))
    return set_fields(memories, label, now_ms=now_ms, pinned=pinned)


def _counted(template: str, count: int) -> str:
    return template.format("1 memory" if count == 1 else f"{count:,} memories")
