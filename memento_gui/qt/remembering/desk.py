"""Remembering something new: the window for it, the check for repeats while one types, and the edit."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from memento_gui.domain.errors import MementoError
from memento_gui.domain.memory import Category, Memory, MemoryType, check_text
from memento_gui.model import edits
from memento_gui.model.repeats.repeating import Repeat
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.remembering.window import NewMemory
from memento_gui.qt.widgets.detail.advice import Adviser
from memento_gui.qt.widgets.detail.values import Draft
from memento_gui.qt.widgets.message_bar import DONE, Message

KEY: Final = "remember.repeats"
PAUSE_MS: Final = 350
"""How long no key is pressed until the words are compared."""
_HEADLINE: Final = 60


class Remembering(QObject):
    """One window, kept while the store is open. What repeats a memory is said before it is written."""

    opened = Signal(str)
    """Show this memory (its id)."""
    told = Signal(object)
    """Something to tell (`Message` or `MementoError`)."""

    drafting = Signal()
    """What is typed and not written changed, see `draft`."""

    def __init__(self, context: PlaceContext, window: QWidget) -> None:
        super().__init__(window)
        self._context = context
        self._window = window
        self._compared: tuple[str, str] = ("", "")
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(lambda: self._compare(lambda _repeats: None))
        self.dialog: NewMemory | None = None

    @property
    def dirty(self) -> bool:
        """Whether something was typed and neither written nor dropped."""
        return self.dialog is not None and self.dialog.form.dirty

    @property
    def draft(self) -> Draft | None:
        """What was typed and neither written nor dropped."""
        return self._draft() if self.dirty else None

    def go_on(self, draft: Draft) -> None:
        """Open the window with what was typed at an earlier time; behind what was typed since, if there is any."""
        self.begin()
        assert self.dialog is not None
        if self.dirty:
            self.dialog.form.content.appendPlainText("\n".join(filter(None, (draft.title, draft.content))))
        else:
            self.dialog.go_on(draft)

    def begin(self) -> None:
        """Open the window."""
        if self.dialog is None:
            self.dialog = self._made()
        self.dialog.appear()

    def close(self) -> None:
        """Take the window away for good."""
        self._pause.stop()
        self._context.tasks.cancel(KEY)
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    def _made(self) -> NewMemory:
        writing = self._context.library.writing
        empty = Draft(
            base=None,
            title="",
            content="",
            type=MemoryType.EPISODIC,
            category=Category.OTHER,
            importance=self._context.state.parameters.importance.default,
        )
        made = NewMemory(self._context.theme, empty, self._window)
        made.form.advise(Adviser(writing.title, writing.strength, self._context.library.tag_counts))
        made.form.saved.connect(self._save)
        made.form.edited.connect(self.drafting)
        made.form.content.textChanged.connect(self._pause.start)
        made.notice.opened.connect(self.opened)
        made.notice.joined.connect(self._join)
        return made

    # What repeats a memory

    def _words(self) -> tuple[str, str]:
        draft = self._draft()
        return draft.title, draft.content

    def _draft(self) -> Draft:
        assert self.dialog is not None
        return self.dialog.form.draft()

    def _compare(self, then: Callable[[tuple[Repeat, ...]], None]) -> None:
        if self.dialog is None:
            return
        library, words = self._context.library, self._words()

        def show(repeats: tuple[Repeat, ...]) -> None:
            if self.dialog is not None and self._words() == words:
                self._compared = words
                self.dialog.say(repeats)
                then(repeats)

        self._context.tasks.run(
            KEY, lambda job: library.repeats.find(words[1], title=words[0], cancel=job.token), show, failed=self.told.emit
        )

    # Writing

    def _save(self) -> None:
        """Write the memory; what repeats one and was not shown as that yet is shown first."""
        if self._compared == self._words():
            self._write()
        else:
            self._pause.stop()
            self._compare(lambda repeats: None if any(repeat.likely for repeat in repeats) else self._write())

    def _write(self) -> None:
        memory = self._memory()
        if memory is not None and self._context.undo.do(edits.AddMemories(label="New memory", memories=(memory,))):
            self._done(memory.id, f"Remembered “{memory.headline[:_HEADLINE]}”")

    def _join(self, repeat: Repeat) -> None:
        memory = self._memory()
        if memory is None:
            return
        try:
            edit = self._context.library.repeats.join_edit(repeat.memory_id, memory, repeat.cosine)
        except MementoError as error:
            self.told.emit(error)
            return
        if self._context.undo.do(edit):
            self._done(repeat.memory_id, f"Merged into “{repeat.headline[:_HEADLINE]}”")

    def _memory(self) -> Memory | None:
        draft = self._draft()
        try:
            check_text(draft.title, what="title")
            check_text(draft.content)
            return self._context.library.drafted(draft.content, **{k: v for k, v in draft.fields.items() if k != "content"})
        except MementoError as error:
            self.told.emit(error)
            return None

    def _done(self, memory_id: str, said: str) -> None:
        assert self.dialog is not None
        self.dialog.clear()
        self._compared = ("", "")
        self._context.state.select(memory_id)
        self.told.emit(Message(text=said, kind=DONE, undoable=True))
