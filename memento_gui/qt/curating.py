"""What can be done with memories wherever they are shown: pin, trash, restore, retag, copy, duplicate."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from memento_gui.domain.memory import Memory, clean_tags
from memento_gui.model import edits
from memento_gui.qt.dialogs import ask
from memento_gui.qt.letting_go import let_go
from memento_gui.qt.phrases import memories_text
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.undo import MANY
from memento_gui.qt.widgets.message_bar import DONE, Message

_Copied = tuple[str, list[str]]


def as_markdown(memory: Memory) -> str:
    """Return a memory as Markdown: its title as a heading, then its words."""
    return f"# {memory.title}\n\n{memory.content}" if memory.title else memory.content


def as_json(memories: Sequence[Memory]) -> str:
    """Return memories as JSON: one object, or a list of them."""
    records: list[dict[str, Any]] = [asdict(memory) for memory in memories]
    return json.dumps(records[0] if len(records) == 1 else records, ensure_ascii=False, indent=2)


class Curator(QObject):
    """Carries out what a user asks of memories, as steps that can be undone."""

    told = Signal(object)
    """Something was done (`Message`)."""

    def __init__(self, context: PlaceContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context

    def pin(self, ids: Sequence[str], *, pinned: bool) -> None:
        """Pin memories, or take their pins away."""
        now = self._context.clock.now_ms()
        self._change(ids, lambda memories: edits.pin(memories, pinned=pinned, now_ms=now))

    def trash(self, ids: Sequence[str]) -> None:
        """Move memories to the trash."""
        now = self._context.clock.now_ms()
        said = f"{memories_text(len(ids))} moved to the trash"
        self._change(ids, lambda memories: edits.trash(memories, now_ms=now), said)

    def restore(self, ids: Sequence[str]) -> None:
        """Take memories out of the trash."""
        now = self._context.clock.now_ms()
        self._change(ids, lambda memories: edits.restore(memories, now_ms=now), f"{memories_text(len(ids))} restored")

    def ask_to_purge(self, ids: Sequence[str], window: QWidget) -> None:
        """Ask, then remove memories that are in the trash for good; a backup of the store is made first."""
        if ids:
            ask(
                window,
                f"Delete {memories_text(len(ids)) if len(ids) > 1 else 'this memory'} for good?",
                "The words, history and reviews are removed from the store. A backup of the whole store is made first, "
                "beside it. This cannot be undone.",
                "Delete for good",
                lambda: self._purge(ids),
            )

    def _purge(self, ids: Sequence[str]) -> None:
        library = self._context.library
        said = f"{memories_text(len(ids))} deleted for good."
        self._context.tasks.run(
            "purge",
            lambda _job: library.purge(*ids),
            lambda backup: self.told.emit(Message(text=said, detail=f"The store as it was: {backup}")),
        )

    def set_fields(self, ids: Sequence[str], what: str, fields: Mapping[str, object]) -> None:
        """Give memories the same field values; ``what`` names them: "importance"."""
        now = self._context.clock.now_ms()
        label = f"Set {what} of {memories_text(len(ids))}"
        self._change(ids, lambda memories: edits.set_fields(memories, label, now_ms=now, **fields))

    def add_tag(self, ids: Sequence[str], tag: str) -> None:
        """Give memories one more tag."""
        label = f"Tag {memories_text(len(ids))} {tag}"
        self._retag(
            ids, label, lambda tags: tags if tag in tags else (*tags, tag), f"{memories_text(len(ids))} tagged {tag}"
        )

    def remove_tag(self, ids: Sequence[str], tag: str) -> None:
        """Take a tag from memories."""
        label = f"Untag {memories_text(len(ids))} {tag}"
        self._retag(ids, label, lambda tags: tuple(held for held in tags if held != tag))

    def rename_tag(self, old: str, new: str) -> None:
        """Rename a tag on every memory that has it, in the trash too; where both are, they become one."""
        ids = [identity for identity, tags in self._context.library.tags().items() if old in tags]
        label = f"Rename the tag {old} to {new} on {memories_text(len(ids))}"
        self._retag(ids, label, lambda tags: clean_tags([new if tag == old else tag for tag in tags]), label)

    def drop_tag(self, tag: str) -> None:
        """Take a tag from every memory that has it, in the trash too."""
        ids = [identity for identity, tags in self._context.library.tags().items() if tag in tags]
        label = f"Remove the tag {tag} from {memories_text(len(ids))}"
        self._retag(ids, label, lambda tags: tuple(held for held in tags if held != tag), label)

    def duplicate(self, memory_id: str) -> str:
        """Write a memory once more and return the new one's id."""
        memory = self._context.library.get(memory_id)
        copy = self._context.library.drafted(
            memory.content,
            importance=memory.importance,
            strength=memory.strength,
            title=memory.title,
            type=memory.type.value,
            category=memory.category.value,
            tags=memory.tags,
            project=memory.project,
            scope=memory.scope.value,
        )
        done = self._context.undo.do(edits.AddMemories(label="Duplicate 1 memory", memories=(copy,)))
        return copy.id if done else ""

    def copy(self, ids: Sequence[str], form: str) -> None:
        """Put memories on the clipboard as ``markdown``, ``json`` or ``id``; except for ids this counts as citing them.

        Many are read in a worker.
        """
        library = self._context.library

        def read() -> _Copied:
            memories = library.get_many(ids)
            text = as_json(memories) if form == "json" else "\n\n".join(as_markdown(memory) for memory in memories)
            return text, [memory.id for memory in memories]

        if form == "id":
            QGuiApplication.clipboard().setText("\n".join(ids))
            self.told.emit(Message(text="Id copied" if len(ids) == 1 else f"{len(ids):,} ids copied", kind=DONE))
        elif len(ids) <= MANY:
            self._put(read())
        else:
            self._context.tasks.run("copy", lambda _job: read(), self._put)

    def _put(self, copied: "_Copied") -> None:
        text, ids = copied
        QGuiApplication.clipboard().setText(text)
        self._cite(ids)
        self.told.emit(Message(text=f"{memories_text(len(ids))} copied", kind=DONE))

    def _cite(self, ids: Sequence[str]) -> None:
        library = self._context.library
        if library.read_only or not ids:
            return
        self._context.tasks.run(f"cite.{ids[0]}", lambda _job: library.cited(*ids), lambda _none: None)

    def _retag(
        self, ids: Sequence[str], label: str, change: Callable[[tuple[str, ...]], tuple[str, ...]], said: str = ""
    ) -> None:
        now = self._context.clock.now_ms()

        def make(memories: Sequence[Memory]) -> edits.SetFields:
            return edits.set_each([(memory, {"tags": change(memory.tags)}) for memory in memories], label, now_ms=now)

        self._change(ids, make, said)

    def _change(self, ids: Sequence[str], make: Callable[[list[Memory]], edits.SetFields], said: str = "") -> None:
        if not ids:
            return
        library = self._context.library
        told = Message(text=said, kind=DONE, undoable=True)

        def made() -> edits.SetFields | None:
            memories = library.get_many(ids)
            edit = make(memories)
            let_go([memories])
            return edit if edit.wanted else None

        self._context.undo.do_many(
            made,
            len(ids),
            then=(lambda: self.told.emit(told)) if said else None,
            unchanged=lambda: self.told.emit(Message(text="Nothing to change: it is so already", kind=DONE)),
        )
