"""Performs the window's actions: places, stores, imports, theme, overlays."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAction

from memento_gui.domain.clock import SystemClock
from memento_gui.domain.errors import MementoError
from memento_gui.qt.about import about_lines
from memento_gui.qt.actions import WINDOW_ACTIONS, Action, bind
from memento_gui.qt.changes_dialog import ChangesDialog
from memento_gui.qt.dialogs import ReportDialog
from memento_gui.qt.faults import Faults
from memento_gui.qt.files import FileQuestions
from memento_gui.qt.leaving import Leaving
from memento_gui.qt.options.desk import SettingsDesk
from memento_gui.qt.options.looks import Looks
from memento_gui.qt.reminders.tray import Tray
from memento_gui.qt.settings import Settings
from memento_gui.qt.shell.opening import Opening
from memento_gui.qt.shell.overlays import Overlays
from memento_gui.qt.shell.welcome import Welcome
from memento_gui.qt.shell.window import KEYS, Window
from memento_gui.qt.start import Loaders, Start
from memento_gui.qt.stores import Stores
from memento_gui.qt.tasks import Tasks
from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.message_bar import Message, message_of

if TYPE_CHECKING:
    from memento_gui.model.library import Library
    from memento_gui.qt.session import Session

_REFUSED: Final = "refused"
"""The message that a store could not be opened: until another one is."""

_NEEDS_STORE: Final = frozenset(
    {
        *(f"go.{place}" for place in ("browse", "search", "tune", "review")),
        *(f"memory.{act}" for act in ("new", "why", "embed")),
        "file.export",
        "edit.history",
    }
)


class Control(QObject):
    """What menus, keys, the palette and the rail perform. One store is open at a time, or none."""

    opened = Signal()
    """A store is open and its first place is shown."""
    refused = Signal(object)
    """A store could not be opened (`MementoError`)."""

    def __init__(self, window: Window, theme: Theme, tasks: Tasks, settings: Settings, loaders: Loaders) -> None:
        super().__init__(window)
        self.window = window
        self.theme = theme
        self.tasks = tasks
        self.settings = settings
        self.session: Session | None = None
        self._loaders = loaders
        self._welcome: Welcome | None = None
        self._import_later: list[Path] = []
        self.offers: tuple[Action, ...] = ()
        """The actions of all places, once they are imported."""
        self._opening = Opening(window, theme)
        self.stores = Stores(tasks, loaders, self)
        self.looks = Looks(settings)
        self.files = FileQuestions(window)
        self.faults = Faults(window, theme, tasks, self.tell)
        self.actions = bind(WINDOW_ACTIONS, self, window)
        self.overlays = Overlays(window, theme)
        self.tray = Tray(theme, settings, SystemClock(), self)
        self.leaving = Leaving(window, lambda: self.session.unsaved() if self.session is not None else 0)
        self._settings_desk = SettingsDesk(theme, settings, self.looks, self.tray, self)
        self._connect()

    def _connect(self) -> None:
        self.window.wished.connect(self._rail_wish)
        self.window.dropped.connect(self._import_all)
        self.window.status.undo_wished.connect(self.undo)
        self.window.status.palette_wished.connect(self.show_palette)
        self.window.status.help_wished.connect(self.show_help)
        self.tasks.failed.connect(self.tell)
        self.stores.opened.connect(self._take)
        self.stores.refused.connect(self._refuse)
        self.overlays.performed.connect(self._choose)
        self.tray.review_wished.connect(self.review_now)
        self.tray.new_wished.connect(self.new_memory)
        self.tray.window_wished.connect(self.show_window)
        self.tray.quit_wished.connect(self.quit)
        self.tray.told.connect(self._remind)
        self.tray.lost.connect(self._come_back)
        self._settings_desk.wished.connect(self.perform)
        self._settings_desk.told.connect(self.tell)
        self._settings_desk.theme_chosen.connect(self.choose_theme)
        self._enable()

    def begin(self, start: Start) -> None:
        """Open what the command line asked for, or the last store, or the welcome page."""
        if start.tour is None:
            self.looks.put_on_window(self.window)
        recent = self.settings.recent_stores()
        if start.demo:
            self.open_demo()
        elif start.store is not None:
            self.open(start.store)
        elif recent:
            self.open(recent[0])
        else:
            self._show_welcome()

    def stop(self) -> None:
        """Take the session out of the window; what its workers still do is not shown any more."""
        self.tray.close()
        self.faults.stop()
        self._opening.end()
        self._keep_looks()
        if self.session is not None:
            self.session.close(dropping=self.leaving.sure)
            self.session = None

    def close(self) -> None:
        """Close the store, after the workers have stopped."""
        self.stores.close()

    # Stores

    def open(self, path: Path) -> None:
        """Open a store, or make it; the one that is open stays until the other is there."""
        self._opening.begin(path.name, str(path.absolute().parent), in_the_middle=self.session is None)
        self.stores.open(path)

    def open_demo(self) -> None:
        """Open a demo store that is made anew and gone afterwards."""
        self._opening.begin("the demo store", in_the_middle=self.session is None)
        self.stores.open_demo()

    def _take(self, library: "Library") -> None:
        self.overlays.close()
        if self.session is not None:
            self._keep_looks()
            self.session.close()
            self.session = None
            self._settings_desk.serve(None)
        self._opening.end()
        try:
            self.session = self._loaders.session(library)
        except MementoError as error:
            self._refuse(error)
            return
        self.window.messages.dismiss(_REFUSED)
        self._settings_desk.serve(self.session)
        self.session.wished.connect(self.perform)
        self.session.built.connect(self.looks.put_on_place)
        self.session.counted.connect(self.tray.count)
        self.session.undo.changed.connect(self._enable)
        self._enable()
        self.session.start()
        QTimer.singleShot(0, self._settle)

    def _settle(self) -> None:
        """After the first place is up: the curve, the list of recent stores, an import that waited for a store."""
        if self.session is None:
            return
        if not self.stores.is_demo:
            self.settings.remember_store(self.session.library.path)
            if self._loaders.drafts is not None:
                self.session.keep_drafts(self._loaders.drafts)
        self.session.mount_curve(*self._loaders.curve())
        waiting, self._import_later = self._import_later, []
        self.session.import_from(*waiting)
        self.opened.emit()

    def _refuse(self, error: MementoError) -> None:
        self._opening.end()
        if self.session is None:
            self._show_welcome()
        self.tell(replace(message_of(error), key=_REFUSED))
        self.refused.emit(error)

    def _show_welcome(self) -> None:
        if self._welcome is None:
            self._welcome = Welcome(self.theme, self.settings.recent_stores())
            self._welcome.wished.connect(self.perform)
            self._welcome.reopened.connect(lambda path: self.open(Path(path)))
        self.window.show_page(self._welcome, "", docks_detail=False)
        self._welcome.setFocus()

    # Actions: every method that WINDOW_ACTIONS names

    def perform(self, action_id: str) -> None:
        """Perform an action of the window or of the open place by its id."""
        made = next((made for action, made in self._bound() if action.id == action_id), None)
        if made is not None and made.isEnabled():
            made.trigger()

    def go(self, key: str) -> None:
        """Open a place."""
        if self.session is not None:
            self.session.go(key)

    def new_memory(self) -> None:
        """Write a new memory."""
        if self.session is not None:
            self.session.remembering.begin()

    def ask_why(self) -> None:
        """Say in Search why the open memory is not among the results."""
        if self.session is not None:
            self.session.ask_why(self.session.state.memory)

    def embed_waiting(self) -> None:
        """Embed the memories that have no vector yet."""
        if self.session is not None:
            self.session.embed_waiting()

    def undo(self) -> None:
        """Take the last step back."""
        if self.session is not None:
            self.session.undo.undo()

    def redo(self) -> None:
        """Take the last undone step again."""
        if self.session is not None:
            self.session.undo.redo()

    def show_changes(self) -> None:
        """List the steps that can be undone and redone."""
        if self.session is not None:
            ChangesDialog(self.theme, self.session.undo, self.window).open()

    def open_store(self) -> None:
        """Ask for a store and open it."""
        self.files.ask_open(self.open)

    def create_store(self) -> None:
        """Ask where a new store should be and make it."""
        self.files.ask_create(self.open)

    def import_file(self) -> None:
        """Ask for a file and import it."""
        self.files.ask_file(self._import)

    def import_folder(self) -> None:
        """Ask for a folder and import it."""
        self.files.ask_folder(self._import)

    def export_file(self) -> None:
        """Ask for a file and write the whole store to it."""
        if self.session is not None:
            self.session.export()

    def show_palette(self) -> None:
        """Show the command palette."""
        self.overlays.show_palette(self._bound(), self._elsewhere())

    def show_help(self) -> None:
        """Explain the open place and show its keys."""
        place = self.session.place if self.session is not None else None
        heading = f"{place.label} and its keys" if place is not None else "Memento and its keys"
        bound = sorted(self._bound(), key=lambda pair: pair[0].place == "")
        self.overlays.show_help(place.key if place is not None else "", heading, bound)

    def show_settings(self) -> None:
        """Show the settings."""
        if self.session is not None:
            self.session.leave()
        self.window.show_page(self._settings_desk.page(*self._store_texts()), "settings", docks_detail=False)

    def choose_theme(self, choice: str) -> None:
        """Follow the system's theme, or stay light or dark."""
        self.theme.choose(choice)
        self.settings.put("theme", choice)

    def show_about(self) -> None:
        """Show versions and paths."""
        lines = about_lines(*self._store_texts(), self.settings.path)
        words = "See, tune and rehearse what your AI assistant remembers. Free software under the MIT licence."
        ReportDialog(self.theme, "About Memento", words, lines, self.window).open()

    def quit(self) -> None:
        """Close the window and end the program, even where its icon would stay in the tray."""
        self.leaving.quit()

    def show_window(self) -> None:
        """Bring the window to the front."""
        self.window.showNormal() if self.window.isMinimized() else self.window.show()
        self.window.raise_()
        self.window.activateWindow()

    def review_now(self) -> None:
        """Bring the window to the front and open Review."""
        self.show_window()
        self.go("review")

    # Inside

    def tell(self, told: object) -> None:
        """Show a message or an error."""
        if self.session is not None:
            self.session.tell(told)
        else:
            self.window.show_message(message_of(told))

    def _bound(self) -> list[tuple[Action, QAction]]:
        bound = [(action, self.actions[action.id]) for action in WINDOW_ACTIONS]
        place = self.session.place if self.session is not None else None
        return bound if place is None else [*((action, place.bound[action.id]) for action in place.offer), *bound]

    def _elsewhere(self) -> list[Action]:
        """Return the actions of the places that are not open."""
        return [action for action in self.offers if self.session is not None and action.place != self.session.state.place]

    def _choose(self, action_id: str) -> None:
        """Perform what was chosen in the palette; what belongs to another place is offered again there, in sight of it."""
        there = next((action for action in self._elsewhere() if action.id == action_id), None)
        if there is None:
            self.perform(action_id)
        else:
            self.go(there.place)
            self.overlays.show_palette(self._bound(), self._elsewhere(), at=action_id)

    def _enable(self) -> None:
        session = self.session
        for key in _NEEDS_STORE:
            self.actions[key].setEnabled(session is not None)
        self.window.rail.enable(KEYS, on=session is not None)
        if session is not None and session.library.read_only:
            self.actions["memory.new"].setEnabled(False)
        for key, name in (("edit.undo", "undo"), ("edit.redo", "redo")):
            what = getattr(session.undo, f"{name}_label") if session is not None else ""
            self.actions[key].setEnabled(bool(what))
            self.actions[key].setText(f"{name.capitalize()}: {what}".replace("&", "&&") if what else name.capitalize())

    def _rail_wish(self, key: str) -> None:
        if key in KEYS:
            self.go(key)
        else:
            self.show_settings()

    def _import(self, *sources: Path) -> None:
        if self.session is not None:
            self.session.import_from(*sources)
        elif self.stores.is_opening:
            self._import_later += sources
        else:
            self.files.ask_create(lambda path: self._open_for(path, sources), "Create a store for what is imported")

    def _open_for(self, path: Path, sources: Sequence[Path]) -> None:
        self._import_later = list(sources)
        self.open(path)

    def _import_all(self, sources: list[Path]) -> None:
        self._import(*sources)

    def _store_texts(self) -> tuple[str, str]:
        if self.session is None:
            return "", "No store is open"
        return str(self.session.library.path), self.session.model_text

    def _keep_looks(self) -> None:
        self.looks.keep_of_window(self.window)
        if self.session is not None:
            for place in self.session.places.values():
                self.looks.keep_of_place(place)

    def _come_back(self) -> None:
        """Show the window if it was hidden in a tray that is gone."""
        if not self.window.isVisible():
            self.show_window()

    def _remind(self, words: str) -> None:
        self.tell(
            Message(text=words, key="reminder", choices=(("Review", self.review_now), ("In an hour", self.tray.later)))
        )
