"""Keeps what is typed in the editor on the disk until it is saved or dropped, and offers it again after a crash."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QLockFile, QObject, QTimer, Signal

from memento_gui.qt.drafts.files import DraftFile, Kept, Unsaved, drafts_of, folder_of, read
from memento_gui.qt.phrases import count_text
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.remembering.desk import Remembering
from memento_gui.qt.widgets.detail import DetailPane, Draft
from memento_gui.qt.widgets.message_bar import WARNING, Message

SOON_MS: Final = 400
"""How long after a letter was typed it is written."""

_READ: Final = "drafts.read"
_WRITE: Final = "drafts.write"
_KEY: Final = "drafts"
_NEW: Final = ""
"""Stands for the id of a memory that is not written yet."""

_WINDOWS: Final = 16
"""Windows on one store at the same time, each with a file of its own."""


class DraftKeeper(QObject):
    """Between the pane's drafts and their file. Files of windows that are no longer there are taken over.

    Raises:
        OSError: If there can be no folder for them.
    """

    told = Signal(object)
    """Something to tell (`Message` or `MementoError`)."""
    editing = Signal(str)
    """A memory's draft is to be shown (its id)."""

    def __init__(self, context: PlaceContext, pane: DetailPane, remembering: Remembering, root: Path) -> None:
        super().__init__(pane)
        self._context = context
        self._pane = pane
        self._remembering = remembering
        self._numbers = itertools.count(1)
        self._folder = folder_of(root, context.library.path)
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._lock, self._file = self._take_file()
        self._waiting: list[Unsaved] = []
        """Drafts without a place in a form: of a new memory, of one that is gone, of one whose form holds another draft."""
        self._kept: list[Unsaved] | None = None
        """What the file holds; None until it was read: nothing is written over what nobody saw."""
        self._failed = False
        self._closed = False
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SOON_MS)
        self._soon.timeout.connect(self._write)
        pane.drafting.connect(self._begin)
        remembering.drafting.connect(self._begin)
        self._recover()

    def close(self, *, dropped: bool = False) -> None:
        """Write what is still to be written; ``dropped`` says that nothing of it is wanted any more."""
        self._soon.stop()
        self._closed = True
        if self._kept is None and not dropped:
            self._take_in(self._found()[0])
        self._keep([] if dropped else self._all(), next(self._numbers))
        self._lock.unlock()

    # Writing

    def _begin(self) -> None:
        if not self._soon.isActive() and not self._closed:
            self._soon.start()

    def _all(self) -> list[Unsaved]:
        new = self._remembering.draft
        return [*self._waiting, *self._pane.drafts().items(), *([] if new is None else [(_NEW, new)])]

    def _write(self) -> None:
        drafts, number = self._all(), next(self._numbers)
        if self._kept is None or drafts == self._kept:
            return
        self._kept = drafts
        self._context.tasks.run(_WRITE, lambda _job: self._keep(drafts, number), self._tell_if_not)

    def _keep(self, drafts: Sequence[Unsaved], number: int) -> OSError | None:
        try:
            self._file.write(drafts, number)
        except OSError as error:
            return error
        return None

    def _tell_if_not(self, error: OSError | None) -> None:
        if error is not None and not self._failed:
            self.told.emit(not_kept(self._folder, error))
        self._failed = error is not None

    # Recovering

    def _take_file(self) -> tuple[QLockFile, DraftFile]:
        """Return the first file that no other window holds, and the lock on it."""
        for number in range(_WINDOWS):
            lock = self._locked(number)
            if lock is not None:
                return lock, DraftFile(self._path(number))
        return QLockFile(""), DraftFile(self._path(_WINDOWS))

    def _path(self, number: int) -> Path:
        return self._folder / f"{number}.json"

    def _locked(self, number: int) -> QLockFile | None:
        lock = QLockFile(str(self._folder / f"{number}.lock"))
        lock.setStaleLockTime(0)  # only a process that is gone loses its lock, however long it takes
        return lock if lock.tryLock(0) else None

    def _recover(self) -> None:
        self._context.tasks.run(_READ, lambda _job: self._found(), self._offer, failed=self.told.emit)

    def _found(self) -> tuple[list[Unsaved], list[Path]]:
        """Return the drafts that wait in files, and the files of others that they were in."""
        left, paths = self._left_by_others()
        kept = [*left, *read(self._file.path)]
        memories = self._context.library.get_many([identity for identity, _, _ in kept])
        return drafts_of(kept, {memory.id: memory for memory in memories}), paths

    def _left_by_others(self) -> tuple[list[Kept], list[Path]]:
        """Return what windows that are gone left, and their files."""
        kept: list[Kept] = []
        paths = []
        for number in range(_WINDOWS):
            path = self._path(number)
            lock = self._locked(number) if path != self._file.path and path.exists() else None
            if lock is not None:
                kept.extend(read(path))
                paths.append(path)
                lock.unlock()
        return kept, paths

    def _offer(self, found: tuple[list[Unsaved], list[Path]]) -> None:
        if self._closed:
            return
        drafts, paths = found
        placed = self._take_in(drafts)
        everything, number = self._all(), next(self._numbers)
        self._kept = everything

        def work(_job: object) -> OSError | None:
            error = self._keep(everything, number)
            for path in paths if error is None else ():
                path.unlink(missing_ok=True)
            return error

        self._context.tasks.run(_WRITE, work, self._tell_if_not)
        if placed:
            self._tell_placed(placed)
        for unsaved in self._waiting:
            self._tell_waiting(unsaved)

    def _take_in(self, drafts: Sequence[Unsaved]) -> dict[str, Draft]:
        """Put each draft into its memory's form, unless another one is there; return those that went in."""
        begun = self._pane.drafts()
        placed: dict[str, Draft] = {}
        for identity, draft in drafts:
            if draft.base is None or identity in begun or identity in placed:
                self._waiting.append((identity, draft))
            else:
                placed[identity] = draft
        self._pane.put_drafts(placed)
        return placed

    def _tell_placed(self, placed: Mapping[str, Draft]) -> None:
        first = next(iter(placed))
        choices: tuple[tuple[str, Callable[[], Any]], ...] = (
            ("Show it" if len(placed) == 1 else "Show the first", lambda: self.editing.emit(first)),
            ("Drop it" if len(placed) == 1 else "Drop all", lambda: self._drop(list(placed))),
        )
        named = "; ".join(_name(draft) for draft in list(placed.values())[:3])
        self.told.emit(
            Message(
                text=f"{count_text(len(placed), 'edit was', 'edits were')} not saved when Memento ended.",
                detail=f"{named}{' and more' if len(placed) > 3 else ''}. The words wait under Edit of their memory.",
                kind=WARNING,
                choices=choices,
                key=_KEY,
            )
        )

    def _tell_waiting(self, unsaved: Unsaved) -> None:
        identity, draft = unsaved
        renew, drop = (lambda: self._renew(unsaved)), (lambda: self._forget(unsaved))
        choices: tuple[tuple[str, Callable[[], Any]], ...]
        if identity == _NEW:
            text = "A new memory was not saved when Memento ended."
            choices = (("Go on writing", renew), ("Drop it", drop))
        elif draft.base is None:
            text = "An edit was not saved when Memento ended, and its memory is no longer there."
            choices = (("Keep as a new memory", renew), ("Drop it", drop))
        else:
            text = "A memory has two edits that were not saved. This one waits behind the other."
            swap = ("Show it", lambda: self._swap(unsaved))
            choices = (swap, ("Keep as a new memory", renew), ("Drop it", drop))
        self.told.emit(
            Message(
                text=text,
                detail=f"{_name(draft)}. The typed words are kept until you choose.",
                kind=WARNING,
                choices=choices,
                key=f"{_KEY}.{next(self._numbers)}",
            )
        )

    def _swap(self, unsaved: Unsaved) -> None:
        """Show a draft that waits; the one in its memory's form, if there is one, waits instead."""
        if not self._forget(unsaved):
            return
        identity, draft = unsaved
        other = self._pane.drafts().get(identity)
        self._pane.drop_draft_of(identity)
        self._pane.put_drafts({identity: draft})
        if other is not None:
            self._waiting.append((identity, other))
            self._tell_waiting((identity, other))
        self.editing.emit(identity)

    def _renew(self, unsaved: Unsaved) -> None:
        if self._forget(unsaved):
            self._remembering.go_on(unsaved[1])

    def _forget(self, unsaved: Unsaved) -> bool:
        """Let go of a draft that waits; False if it waits no more."""
        if unsaved not in self._waiting:
            return False
        self._waiting.remove(unsaved)
        self._begin()
        return True

    def _drop(self, identities: list[str]) -> None:
        for identity in identities:
            self._pane.drop_draft_of(identity)
        self._begin()


def not_kept(folder: Path, error: OSError) -> Message:
    """Return what to tell where drafts cannot be written."""
    return Message(
        text="What you type is not kept against a crash.",
        detail=f"{folder} cannot be written ({error.strerror or error}). What you save is safe; save often.",
        kind=WARNING,
        key=_KEY,
    )


def _name(draft: Draft) -> str:
    words = " ".join((draft.title or draft.content).split())
    return f"“{words[:60]}{'…' if len(words) > 60 else ''}”"
