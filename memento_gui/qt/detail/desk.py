"""Runs the detail pane: reads the memory it shows, carries out its wishes, counts what was really read."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from memento_gui.domain.errors import MementoError, StaleEdit, StoreLocked, UnknownMemory
from memento_gui.domain.memory import Memory, check_text
from memento_gui.model import edits
from memento_gui.model.conflicts import FieldConflict, conflicts
from memento_gui.model.values import ChangeSet
from memento_gui.qt.curating import Curator
from memento_gui.qt.detail.reading import gather
from memento_gui.qt.detail.relating import RelateDialog
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.widgets.detail import FIELDS, ConflictDialog, Detail, DetailPane, Draft, draft_of
from memento_gui.qt.widgets.detail.advice import Adviser
from memento_gui.qt.widgets.message_bar import DONE, WARNING, Message

READ_MS: Final = 2_000
"""How long a memory must lie open to count as viewed."""
AGAIN_MS: Final = 600_000
"""How long further views of the same memory do not count."""

_KEY: Final = "detail.read"
_AROUND: Final = "detail.around"
_STALE: Final = "detail.stale"
_COMPARE: Final = "detail.compare"


class DetailDesk(QObject):
    """Between the library and the pane. Only what a user opened counts as viewed."""

    told = Signal(object)
    """Something to tell (`Message` or `MementoError`)."""
    settled = Signal(str)
    """What was told with this key is over."""
    shown = Signal(object)
    """A memory was read and is shown (`Detail`)."""
    orphaned = Signal(object)
    """What was typed for a memory that is gone is to become a new one (`Draft`)."""

    def __init__(self, context: PlaceContext, pane: DetailPane, window: QWidget) -> None:
        super().__init__(pane)
        self._context = context
        self._pane = pane
        self._window = window
        self._curator = Curator(context, self)
        self._then: Callable[[], None] | None = None
        self._viewed: dict[str, int] = {}
        self._reading = QTimer(self)
        self._reading.setSingleShot(True)
        self._reading.setInterval(READ_MS)
        self._reading.timeout.connect(self._count_view)
        self._curator.told.connect(self.told)
        writing = context.library.writing
        pane.form.advise(Adviser(writing.title, writing.strength, context.library.tag_counts))
        pane.wished.connect(self._fulfil)
        pane.saved.connect(self._save)
        pane.restored.connect(self._restore_words)
        pane.tabs.chosen.connect(self._look_around)
        pane.form.turned.connect(lambda dirty: None if dirty else self.settled.emit(_STALE))
        pane.relating.connect(self._relate)
        pane.unrelated.connect(self._unrelate)
        context.state.selected.connect(self._read)
        context.state.tuned.connect(lambda: self._read(self._context.state.memory))

    def open(self, memory_id: str, *, then: Callable[[], None] | None = None) -> None:
        """Show a memory that the user asked for."""
        self._then = then
        if self._context.state.memory == memory_id:
            self._read(memory_id)
        else:
            self._context.state.select(memory_id)
        self.begin_reading()

    def begin_reading(self) -> None:
        """Count the memory as viewed if it stays open for two seconds."""
        self._reading.start()

    def edit(self, memory_id: str) -> None:
        """Show a memory, ready to be edited."""
        self.open(memory_id, then=self._pane.begin_edit)

    def refresh(self, changes: ChangeSet) -> None:
        """Read the memory again if it, or something around it, changed."""
        shown = self._pane.memory_id or self._context.state.memory
        if shown and (changes.everything or shown in changes.ids or "relation" in changes.tables):
            self._read(shown)

    def _read(self, memory_id: str) -> None:
        self._reading.stop()
        if not memory_id:
            self._pane.show_nothing()
            return
        library, parameters = self._context.library, self._context.state.parameters
        self._context.tasks.run(
            _KEY, lambda _job: gather(library, memory_id, parameters), self._show, failed=self._not_there
        )

    def _show(self, detail: Detail) -> None:
        self._pane.show_detail(detail)
        self._warn(detail)
        self._look_around()
        self.shown.emit(detail)
        then, self._then = self._then, None
        if then is not None:
            then()

    def _look_around(self) -> None:
        memory_id, library = self._pane.memory_id, self._context.library
        if memory_id and self._pane.shows_around:
            self._context.tasks.run(
                _AROUND,
                lambda job: library.surrounding.of(memory_id, cancel=job.token),
                self._pane.show_surroundings,
                failed=self._not_there,
            )

    def _not_there(self, error: MementoError) -> None:
        if isinstance(error, UnknownMemory):
            memory_id = self._pane.memory_id
            self._pane.show_nothing(
                "This memory is no longer there", "It was purged, or the edit that wrote it was undone."
            )
            draft = self._pane.drafts().get(memory_id)
            if draft is not None:
                self._offer_draft(memory_id, draft)
        else:
            self.told.emit(error)

    def _offer_draft(self, memory_id: str, draft: Draft) -> None:
        """Offer what to do with words that were typed for a memory that is gone."""

        def keep() -> None:
            self._pane.drop_draft_of(memory_id)
            self.orphaned.emit(draft)

        self.told.emit(
            Message(
                text="The memory that you were editing is no longer there.",
                detail="What you typed is kept until you choose.",
                kind=WARNING,
                key=f"{_STALE}.{memory_id}",
                choices=(("Keep as a new memory", keep), ("Drop it", lambda: self._pane.drop_draft_of(memory_id))),
            )
        )

    def _count_view(self) -> None:
        memory_id, now = self._pane.memory_id, self._context.clock.now_ms()
        library = self._context.library
        visible = self._pane.isVisible() and self._pane.window().isActiveWindow()
        if not memory_id or not visible or library.read_only:
            return
        if now - self._viewed.get(memory_id, 0) < AGAIN_MS:
            return
        self._viewed[memory_id] = now
        self._context.tasks.run(
            f"view.{memory_id}", lambda _job: library.viewed(memory_id), lambda _none: None, failed=self._not_counted
        )

    def _not_counted(self, error: MementoError) -> None:
        if not isinstance(error, StoreLocked | UnknownMemory):  # of which a view is no news
            self.told.emit(error)

    def _fulfil(self, wish: str) -> None:
        memory_id = self._pane.memory_id
        acts: dict[str, Callable[[], object]] = {
            "pin": lambda: self._curator.pin([memory_id], pinned=True),
            "unpin": lambda: self._curator.pin([memory_id], pinned=False),
            "trash": lambda: self._curator.trash([memory_id]),
            "restore": lambda: self._curator.restore([memory_id]),
            "purge": lambda: self._curator.ask_to_purge([memory_id], self._window),
            "duplicate": lambda: self._duplicate(memory_id),
            "copy_markdown": lambda: self._copy(memory_id, "markdown"),
            "copy_json": lambda: self._copy(memory_id, "json"),
            "copy_id": lambda: self._copy(memory_id, "id"),
        }
        if memory_id and wish in acts:
            acts[wish]()

    def _copy(self, memory_id: str, form: str) -> None:
        self._curator.copy([memory_id], form)

    def _duplicate(self, memory_id: str) -> None:
        copy = self._curator.duplicate(memory_id)
        if copy:
            self.open(copy)

    # Writing

    def _save(self, draft: Draft) -> None:
        base, changes = draft.base, draft.changes
        if base is None or not changes:
            return
        try:
            check_text(draft.title, what="title")
            check_text(draft.content)
            edit = edit_of(draft, self._context.clock.now_ms())
        except MementoError as error:
            self.told.emit(error)
            return
        if self._context.undo.do(edit):
            self._pane.settle()

    def _restore_words(self, number: int) -> None:
        detail = self._pane.detail
        revision = next((r for r in detail.revisions if r.number == number), None) if detail is not None else None
        if detail is None or revision is None:
            return
        label = f"Restore revision {number}"
        now = self._context.clock.now_ms()
        self._context.undo.do(
            edits.rewrite(detail.memory, title=revision.title, content=revision.content, now_ms=now, label=label)
        )

    # Relations

    def _relate(self, other: str) -> None:
        detail = self._pane.detail
        if detail is not None:
            RelateDialog(self._context, detail.memory, other, self._window).open()

    def _unrelate(self, relation_id: str) -> None:
        try:
            edit = self._context.library.surrounding.unrelate_edit(self._pane.memory_id, relation_id)
        except MementoError as error:
            self.told.emit(error)
            return
        if self._context.undo.do(edit):
            self.told.emit(Message(text="Relation removed", kind=DONE, undoable=True))

    # Edited elsewhere meanwhile

    def _warn(self, detail: Detail) -> None:
        """Say that the memory in the form was changed elsewhere since the edit began, before the edit is saved."""
        form = self._pane.form
        base = form.draft().base if form.dirty else None
        if base is not None and any(getattr(base, name) != getattr(detail.memory, name) for name in FIELDS):
            self.told.emit(
                Message(
                    text="This memory was changed elsewhere while you edit it.",
                    detail="Your words are still in the form. Their version is under Read.",
                    kind=WARNING,
                    key=_STALE,
                    choices=(("Compare…", self._compare),),
                )
            )
        else:
            self.settled.emit(_STALE)

    def stale(self, error: MementoError) -> bool:
        """Show both versions when an edit came too late; False if this is something else."""
        if not isinstance(error, StaleEdit) or not self._pane.form.dirty:
            return False
        self._read(self._pane.memory_id)
        self._compare()
        return True

    def _compare(self) -> None:
        """Show before, theirs and mine side by side, and write what is decided."""
        draft, library = self._pane.form.draft(), self._context.library
        base = draft.base
        if base is None:
            return

        def work(_job: object) -> tuple[Memory, tuple[FieldConflict, ...]]:
            theirs = library.get(base.id)
            return theirs, conflicts(draft_of(base).fields, draft_of(theirs).fields, draft.fields)

        def show(found: tuple[Memory, tuple[FieldConflict, ...]]) -> None:
            theirs, fields = found
            dialog = ConflictDialog(self._context.theme, fields, self._window)
            dialog.decided.connect(lambda decided: self._settle(theirs, decided, draft))
            dialog.open()

        self._context.tasks.run(_COMPARE, work, show, failed=self.told.emit)

    def _settle(self, theirs: Memory, decided: Mapping[str, Any], mine: Draft) -> None:
        draft = replace(draft_of(theirs), **decided)
        if draft.content == theirs.content != mine.content:
            self.told.emit(
                Message(
                    text="Their words were taken.",
                    detail="Yours are not kept with the memory; copy them if you still want them.",
                    choices=(("Copy my words", lambda: QGuiApplication.clipboard().setText(mine.content)),),
                )
            )
        self._pane.put_draft(draft)
        if draft.changes:
            self._save(draft)
        else:
            self._pane.drop_draft_of(theirs.id)


def edit_of(draft: Draft, now_ms: int) -> edits.Edit:
    """Return the edit that writes a draft over the memory it was made from."""
    memory, changes = draft.base, draft.changes
    assert memory is not None
    if "title" in changes or "content" in changes:
        rest = {name: value for name, value in changes.items() if name not in {"title", "content"}}
        return edits.rewrite(memory, title=draft.title, content=draft.content, now_ms=now_ms, **rest)
    names = ", ".join(changes)
    return edits.set_fields([memory], f"Set {names} of 1 memory", now_ms=now_ms, **changes)
