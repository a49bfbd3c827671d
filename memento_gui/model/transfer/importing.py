"""Imports: what a file brings is compared with the store, and what is new goes in, in one transaction."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from typing_extensions import override

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.memory import Memory
from memento_gui.interchange import Imported, read
from memento_gui.model import edits
from memento_gui.model.reviews.edits import Together
from memento_gui.model.values import ImportProblem, ImportReport
from memento_gui.store import Store

Told = Callable[[int], None]
"""Told how many records were read."""

_CHUNK: Final = 500
_NAMED: Final = 20
_HEADLINE: Final = 80

Change = tuple[Memory, dict[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportPlan:
    """What an import would do, before anything is written; ``updates`` let memories here take over the file's words."""

    added: edits.AddMemories
    updates: tuple[edits.Edit, ...]
    report: ImportReport

    def edit(self, *, update: bool = False) -> edits.Edit:
        """Return the edit that does it; with ``update`` also the updates."""
        if not update or not self.updates:
            return self.added
        return Together(label=self.added.label, parts=(self.added, *self.updates))

    def done(self, *, update: bool = False) -> ImportReport:
        """Return the report of that edit."""
        return replace(self.report, updated=self.report.differing) if update else self.report


def plan(
    store: Store,
    path: Path,
    *,
    now_ms: int,
    source_format: str | None,
    told: Told | None = None,
    cancel: CancelToken | None = None,
) -> ImportPlan:
    """Read a file and compare it with the store.

    A memory is known by its id: importing a file twice adds nothing. Relations come with the memories they belong to.
    Memories that are here with other words or tags can take over the file's; their own words then become revisions.
    """
    found = read(path, now_ms=now_ms, cancel=_Counting(cancel or CancelToken(), told), format=source_format)
    here, trashed = set(store.ids()), set(store.ids(trashed=True))
    fresh = tuple(memory for memory in found.memories if memory.id not in here and memory.id not in trashed)
    changes = list(_changes(store, [memory for memory in found.memories if memory.id in here], cancel))
    added = _added(store, path, found, fresh)
    report = ImportReport(
        source=path.name,
        format=found.format,
        added=len(fresh),
        known=len(found.memories) - len(fresh),
        relations=len(added.relations),
        differing=len(changes),
        problems=tuple(ImportProblem(place=p.place, what=p.what) for p in found.problems),
        notes=(*_notes(store, fresh, changes, cancel), *found.notes),
    )
    return ImportPlan(added=added, updates=tuple(_updates(changes, added.label, now_ms)), report=report)


def _added(store: Store, path: Path, found: Imported, fresh: tuple[Memory, ...]) -> edits.AddMemories:
    linked = {relation.id for relation in store.every_relation()}
    added = {memory.id for memory in fresh}
    answered = {entry.id for entry in store.review_log()} if found.answers else set()
    return edits.AddMemories(
        label=f"Import {path.name}",
        memories=fresh,
        relations=tuple(relation for relation in found.relations if relation.id not in linked),
        feedback=tuple(event for event in found.feedback if event.memory_id in added),
        history=tuple(revision for revision in found.history if revision.memory_id in added),
        cards=tuple(card for card in found.cards if card.memory_id in added),
        answers=tuple(entry for entry in found.answers if entry.memory_id in added and entry.id not in answered),
    )


def _changes(store: Store, known: Sequence[Memory], cancel: CancelToken | None) -> Iterator[Change]:
    """Yield the memories that are here with other words or tags, each with the fields that differ in the file."""
    for start in range(0, len(known), _CHUNK):
        if cancel is not None:
            cancel.check()
        some = {memory.id: memory for memory in known[start : start + _CHUNK]}
        for held in store.get_many(list(some)):
            told = some[held.id]
            fields: dict[str, Any] = {}
            if told.content != held.content:
                fields["content"] = told.content
            if told.title and told.title != held.title:
                fields["title"] = told.title
            if set(told.tags) != set(held.tags):
                fields["tags"] = told.tags
            if fields:
                yield held, fields


def _updates(changes: Sequence[Change], label: str, now_ms: int) -> Iterator[edits.Edit]:
    reworded = [change for change in changes if not change[1].keys().isdisjoint({"content", "title"})]
    retagged = [change for change in changes if change[1].keys() == {"tags"}]
    if reworded:
        yield edits.rewrite_each(reworded, label, now_ms=now_ms)
    if retagged:
        yield edits.set_each(retagged, label, now_ms=now_ms)


def _notes(store: Store, fresh: Sequence[Memory], changes: Sequence[Change], cancel: CancelToken | None) -> Iterator[str]:
    repeated = _repeated(store, fresh, cancel)
    if repeated:
        yield (
            f"New memories with the very words of one that is here: {repeated:,}. Duplicates will find them; merging joins"
            " their tags."
        )
    for held, fields in changes[:_NAMED]:
        names = " and ".join(name for name in ("title", "content", "tags") if name in fields)
        yield f"Here with other {names}: {' '.join(held.headline.split())[:_HEADLINE]}"
    if len(changes) > _NAMED:
        yield f"Here with other words or tags: {len(changes) - _NAMED:,} more."


def _repeated(store: Store, fresh: Sequence[Memory], cancel: CancelToken | None) -> int:
    """Return how many new memories have the text of one that is here, in use or in the trash."""
    if not fresh:
        return 0
    held = {_digest(text.content) for _, text in _checked(store.every_text(), cancel)}
    return sum(_digest(memory.content) in held for memory in fresh if memory.content.strip())


def _checked(texts: Iterable[Any], cancel: CancelToken | None) -> Iterator[Any]:
    for number, text in enumerate(texts):
        if cancel is not None and number % _CHUNK == 0:
            cancel.check()
        yield text


def _digest(content: str) -> bytes:
    return blake2b(content.strip().encode(), digest_size=16).digest()


class _Counting(CancelToken):
    """Counts how often a reader asks, which it does before every record."""

    def __init__(self, inner: CancelToken, told: Told | None) -> None:
        super().__init__()
        self._inner, self._told, self._count = inner, told, 0

    @property
    @override
    def cancelled(self) -> bool:
        return self._inner.cancelled

    @override
    def check(self) -> None:
        self._inner.check()
        self._count += 1
        if self._told is not None and self._count % _CHUNK == 0:
            self._told(self._count)
