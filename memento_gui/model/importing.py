"""Imports: what a file brings is compared with the store, and what is new goes in, in one transaction."""

from pathlib import Path

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.memory import Memory
from memento_gui.interchange import Imported, read
from memento_gui.model import edits
from memento_gui.model.values import ImportProblem, ImportReport
from memento_gui.store import Store


def prepare(
    store: Store, path: Path, *, now_ms: int, source_format: str | None, cancel: CancelToken | None
) -> tuple[edits.AddMemories, ImportReport]:
    """Read a file and return the edit that adds what the store does not hold yet, and the report.

    A memory is known by its id: importing a file twice adds nothing. Relations come with the memories they belong to.
    """
    found = read(path, now_ms=now_ms, cancel=cancel, format=source_format)
    known = set(store.ids()) | set(store.ids(trashed=True))
    fresh = tuple(memory for memory in found.memories if memory.id not in known)
    linked = {relation.id for relation in store.every_relation()}
    relations = tuple(relation for relation in found.relations if relation.id not in linked)
    added = {memory.id for memory in fresh}
    answered = {entry.id for entry in store.review_log()} if found.answers else set()
    edit = edits.AddMemories(
        label=f"Import {path.name}",
        memories=fresh,
        relations=relations,
        feedback=tuple(event for event in found.feedback if event.memory_id in added),
        history=tuple(revision for revision in found.history if revision.memory_id in added),
        cards=tuple(card for card in found.cards if card.memory_id in added),
        answers=tuple(entry for entry in found.answers if entry.memory_id in added and entry.id not in answered),
    )
    return edit, _report(path, found, fresh, len(relations))


def _report(path: Path, found: Imported, fresh: tuple[Memory, ...], relations: int) -> ImportReport:
    return ImportReport(
        source=path.name,
        format=found.format,
        added=len(fresh),
        known=len(found.memories) - len(fresh),
        relations=relations,
        problems=tuple(ImportProblem(place=p.place, what=p.what) for p in found.problems),
        notes=found.notes,
    )
