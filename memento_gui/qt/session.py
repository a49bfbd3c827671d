"""An open store in the window: its places, its detail pane, its undo stack, and what it hears from the store."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from memento_gui.domain.errors import MementoError
from memento_gui.model.library import Library
from memento_gui.model.values import ChangeSet, EmbeddingState
from memento_gui.qt.background import Background
from memento_gui.qt.detail.desk import DetailDesk
from memento_gui.qt.drafts.keeper import DraftKeeper, not_kept
from memento_gui.qt.embedding import Embedding
from memento_gui.qt.phrases import memories_text
from memento_gui.qt.place import Place, PlaceContext
from memento_gui.qt.remembering.desk import Remembering
from memento_gui.qt.shell.window import Window
from memento_gui.qt.state import AppState
from memento_gui.qt.tasks import Tasks
from memento_gui.qt.theme import Theme
from memento_gui.qt.transfer.exporting import Exporter
from memento_gui.qt.transfer.importing import Importer
from memento_gui.qt.undo import Undo
from memento_gui.qt.watch import Watch
from memento_gui.qt.widgets.detail import DetailPane
from memento_gui.qt.widgets.message_bar import DONE, WARNING, Message, message_of
from memento_gui.qt.writers import Writers

FIRST: Final = "browse"
_STOPPED: Final = "embedding.stopped"
_LISTED: Final = 10_000
"""Changed memories up to which a place that is not in sight is told of each."""
COUNT_EVERY_MS: Final = 300_000
"""Cards fall due while nothing is written: with the time, and when a day begins."""


class Session(QObject):
    """Everything that lives as long as one store is open. ``close`` before the task runner closes."""

    wished = Signal(str)
    """An action that is not the session's own (its id)."""
    counted = Signal(int)
    """So many cards are due or new today."""
    built = Signal(object)
    """A place was built (`Place`)."""

    def __init__(
        self, window: Window, theme: Theme, tasks: Tasks, library: Library, kinds: Mapping[str, Callable[[], type[Place]]]
    ) -> None:
        super().__init__(window)
        self._window = window
        self._kinds = kinds
        self.library = library
        self.state = AppState(self)
        self.undo = Undo(library, self.state, tasks=tasks, parent=self)
        self.context = PlaceContext(
            library=library, state=self.state, tasks=tasks, undo=self.undo, theme=theme, clock=library.clock
        )
        self.places: dict[str, Place] = {}
        self._missed: dict[str, ChangeSet] = {}
        self.pane = DetailPane(theme)
        self.desk = DetailDesk(self.context, self.pane, window)
        self.background = Background(theme, window)
        self.importer = Importer(self.context, self.background, window)
        self.exporter = Exporter(self.context, self.background, window)
        self.embedding = Embedding(self.context, self.background)
        self.watch = Watch(library, self, tasks=tasks)
        self.remembering = Remembering(self.context, window)
        self.embedding_state: EmbeddingState | None = None
        self.writers = Writers(library, tasks, self)
        self._clockwork = QTimer(self)
        self._clockwork.setInterval(COUNT_EVERY_MS)
        self._clockwork.timeout.connect(self._count)
        self._keeper: DraftKeeper | None = None
        self._connect()

    def _connect(self) -> None:
        window, undo = self._window, self.undo
        window.stage.mount(self.pane)
        window.stage.redocked.connect(self._redocked)
        self._redocked(docked=window.stage.docked)
        self.state.adopt(self.library.parameter_sets.active_name(), self.library.parameters())
        self.state.tuned.connect(self._show_title)
        self.state.saved_changed.connect(self._show_title)
        self.watch.changed.connect(self._refresh)
        self.watch.failed.connect(self.tell)
        undo.changed.connect(self._show_undo)
        undo.applied.connect(self._look_after_own_edit)
        undo.reported.connect(self._edit_failed)
        undo.began.connect(lambda title, token: self.background.begin("undo", title, token, whole=True))
        undo.advanced.connect(lambda progress: self.background.advance("undo", progress))
        undo.ended.connect(lambda: self.background.end("undo"))
        self.pane.opened.connect(self.desk.open)
        self.pane.wished.connect(self._pane_wish)
        self.pane.tag_pressed.connect(self.show_tag)
        self.desk.told.connect(self.tell)
        self.desk.settled.connect(window.messages.dismiss)
        self.desk.orphaned.connect(self.remembering.go_on)
        self.remembering.told.connect(self.tell)
        self.remembering.opened.connect(self._open)
        self.importer.told.connect(self.tell)
        self.exporter.told.connect(self.tell)
        self.embedding.changed.connect(self._show_embedding)
        self.embedding.failed.connect(self.tell)
        self.embedding.ready.connect(self._search_again)
        self.embedding.stopped.connect(self._embedding_stopped)
        self.background.changed.connect(window.status.show_work)
        window.status.work_wished.connect(self.background.toggle)
        self.writers.changed.connect(window.status.show_writer)

    def start(self, place: str = FIRST) -> None:
        """Show the first place, then begin the work in the background."""
        path = self.library.path
        self._show_title()
        self._window.status.show_file(path.name, str(path))
        if self.library.read_only:
            self.tell(Message(text="This store can only be read.", detail=self.library.read_only_reason, kind=WARNING))
        self.go(place)
        self._count()
        self._clockwork.start()
        self.embedding.start()

    def _show_title(self) -> None:
        state = self.state
        self._window.name_file(self.library.path.name, f"{state.set_name}, edited" if state.edited else state.set_name)

    def keep_drafts(self, root: Path) -> None:
        """Keep what is typed and not saved in a folder, and offer what a crash left there."""
        try:
            self._keeper = keeper = DraftKeeper(self.context, self.pane, self.remembering, root)
        except OSError as error:
            self.tell(not_kept(root, error))
            return
        keeper.told.connect(self.tell)
        keeper.editing.connect(self._edit)

    def close(self, *, dropping: bool = False) -> None:
        """Stop watching and take everything out of the window; the library is closed by whoever opened it.

        Edits that were not saved wait for the next time that the store is opened, unless they are to be dropped.
        """
        if self._keeper is not None:
            self._keeper.close(dropped=dropping)
        self.watch.stop()
        self._clockwork.stop()
        self.writers.stop()
        self.importer.close()
        for key, place in self.places.items():
            place.leave()
            self._window.stage.stack.removeWidget(place)
            self._window.rail.show_badge(key, "")
            place.deleteLater()
        self._window.stage.redocked.disconnect(self._redocked)
        self._window.stage.mount(None)
        self.remembering.close()
        self._window.status.clear()
        for part in (self.desk, self.importer, self.exporter, self.remembering, self.pane, self.background, self):
            part.deleteLater()

    # Places

    @property
    def place(self) -> Place | None:
        """The open place."""
        return self.places.get(self.state.place)

    def go(self, key: str) -> Place:
        """Open a place; it is built when it is visited first."""
        left = self.place
        if key not in self.places:
            self.places[key] = self._built(key)
        place = self.places[key]
        if left is not None and left is not place:
            left.leave()
        self._window.show_page(place, key, docks_detail=place.docks_detail)
        missed = self._missed.pop(key, None)
        if missed is not None:
            place.refresh(missed)
        self.state.move(key)
        place.enter()
        return place

    def _built(self, key: str) -> Place:
        place = self._kinds[key]()(self.context)
        place.opened.connect(self._open)
        place.editing.connect(self._edit)
        place.reported.connect(self.tell)
        place.wished.connect(self.wished)
        place.browsing.connect(self.list_in_browse)
        place.reviewing.connect(self.review)
        place.exporting.connect(self.export)
        place.docking.connect(lambda docks: self._dock(place, docks=docks))
        place.badged.connect(lambda text: self._window.rail.show_badge(key, text))
        self._missed[key] = ChangeSet(last=0, everything=True)
        self.built.emit(place)
        return place

    def _dock(self, place: Place, *, docks: bool) -> None:
        if place is self.place:
            self._window.dock_detail(docks=docks)

    def leave(self) -> None:
        """Show no place for a while: a page of the window is open instead."""
        if self.place is not None:
            self.place.leave()
        self.state.move("")

    def ask_why(self, memory_id: str) -> None:
        """Say in Search why a memory is not among the results."""
        ask = getattr(self.go("search"), "ask_why", None)
        if ask is not None:
            ask(memory_id)

    def review(self, query: str) -> None:
        """Review what a filter line lets through; today's cards for an empty one."""
        self.go("review").search_for(query)

    def list_in_browse(self, query: str) -> None:
        """Show in Browse what a filter line lets through."""
        self.go(FIRST).search_for(query)

    def show_tag(self, tag: str) -> None:
        """Show the memories with a tag in Browse."""
        place = self.go(FIRST)
        show = getattr(place, "show_tag", None)
        if show is not None:
            show(tag)

    # Memories

    def _open(self, memory_id: str) -> None:
        self.desk.open(memory_id)
        self._window.stage.open_drawer()

    def _edit(self, memory_id: str) -> None:
        self.desk.edit(memory_id)
        self._window.stage.open_drawer()

    def _redocked(self, docked: bool) -> None:  # noqa: FBT001  # a signal's argument
        self.pane.header.show_close(shown=not docked)

    def _pane_wish(self, wish: str) -> None:
        if wish == "close":
            self._window.stage.close_drawer()
        elif wish == "why":
            self.ask_why(self.pane.memory_id)

    def import_from(self, *sources: Path) -> None:
        """Read files or folders in the background, and ask before their memories come in."""
        self.importer.start(*sources)

    def export(self, ids: Sequence[str] | None = None) -> None:
        """Ask for a file and write some memories, or the whole store, to it in the background."""
        self.exporter.ask(ids)

    @property
    def model_text(self) -> str:
        """How search understands meaning in this store, in a sentence."""
        state = self.embedding_state
        if state is None or not state.available:
            return state.reason if state is not None and state.reason else "The embedding model is still loading."
        waiting = f" {state.pending:,} wait for their vector." if state.pending else ""
        return f"{state.model}: English texts by meaning; other languages are found by their words.{waiting}"

    def unsaved(self) -> int:
        """Return how many edits were begun and not saved."""
        return len(self.pane.drafts()) + int(self.remembering.dirty) + sum(p.unsaved() for p in self.places.values())

    # What the window tells

    def tell(self, told: object) -> None:
        """Show a message; what was done in passing becomes a toast."""
        message = message_of(told)
        if message.kind != DONE:
            self._window.show_message(message)
        elif message.undoable:
            self._window.toast.say(message.text, "Undo", self.undo.undo, "Ctrl+Z")
        else:
            self._window.toast.say(message.text)

    def _edit_failed(self, error: MementoError) -> None:
        if not self.desk.stale(error):
            self.tell(error)

    def _show_undo(self) -> None:
        self._window.status.show_undo("writing…" if self.undo.writing else self.undo.undo_label)

    def _look_after_own_edit(self) -> None:
        self._window.toast.hide()
        self.watch.look()

    def _refresh(self, changes: ChangeSet) -> None:
        self.writers.hear(changes)
        if "parameter_set" in changes.tables or "meta" in changes.tables or changes.everything:
            self.state.adopt(self.library.parameter_sets.active_name(), self.library.parameters())
        for key, place in self.places.items():
            if key == self.state.place:
                place.refresh(changes)
            else:
                self._missed[key] = _joined(self._missed.get(key), changes)
        self.desk.refresh(changes)
        self.embedding.refresh(changes)
        if changes.everything or changes.tables != {"embedding"}:
            self._count()

    def _search_again(self) -> None:
        """Have the place in sight find what only now can be found."""
        place = self.places.get(self.state.place)
        if place is not None:
            place.refresh(ChangeSet(last=0, ids=frozenset(), tables=frozenset({"embedding"}), everything=False))

    def _count(self) -> None:
        library = self.library

        def work(_job: object) -> tuple[int, int]:
            table = library.features()
            queue = library.reviews.queue(limit=1)
            return int((~table.trashed).sum()), queue.due + queue.new

        self.context.tasks.run("session.count", work, self._show_count)

    def _show_count(self, counts: tuple[int, int]) -> None:
        memories, cards = counts
        self.counted.emit(cards)
        self._window.status.show_count(memories_text(memories))
        if self.state.place != "review":  # which counts by itself, and sooner
            self._window.rail.show_badge("review", f"{cards:,}" if cards else "")

    def _show_embedding(self, state: EmbeddingState) -> None:
        self.embedding_state = state
        note = "" if state.available else "words only"
        self._window.status.show_note(note, state.reason)

    def _embedding_stopped(self, pending: int) -> None:
        waiting = f"{memories_text(pending)} can be found by words only until embedding goes on, now or at the next start."
        again = (("Go on", self.embed_waiting),)
        self.tell(Message(text="Embedding stopped.", detail=waiting, choices=again, key=_STOPPED))

    def embed_waiting(self) -> None:
        """Embed the memories without a vector, also after that was stopped; say so where none is."""
        self._window.messages.dismiss(_STOPPED)
        state = self.embedding_state
        if state is not None and state.available and not state.pending:
            self.tell(Message(text="Every memory has its vector already.", kind=DONE))
        else:
            self.embedding.resume()

    def mount_curve(self, curve: QWidget, show: Callable[[object], None]) -> None:
        """Put the decay curve into the pane; ``show`` is called with each `Detail`."""
        self.pane.read.dates.mount(curve)
        self.desk.shown.connect(show)
        if self.pane.detail is not None:
            show(self.pane.detail)


def _joined(earlier: ChangeSet | None, later: ChangeSet) -> ChangeSet:
    if earlier is None:
        return later
    if len(earlier.ids) + len(later.ids) > _LISTED:
        return ChangeSet(last=later.last, tables=earlier.tables | later.tables, everything=True)
    return ChangeSet(
        last=later.last,
        ids=earlier.ids | later.ids,
        tables=earlier.tables | later.tables,
        everything=earlier.everything or later.everything,
    )
