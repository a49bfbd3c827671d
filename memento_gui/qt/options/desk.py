"""Runs the settings page: shows what holds now, and carries out what is chosen."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from memento_gui.domain.errors import MementoError
from memento_gui.qt.about import program_version
from memento_gui.qt.options.looks import Looks
from memento_gui.qt.options.page import SettingsPage
from memento_gui.qt.reminders.autostart import Autostart
from memento_gui.qt.reminders.reminding import ReminderSettings
from memento_gui.qt.reminders.tray import Tray, tray_exists
from memento_gui.qt.settings import Settings
from memento_gui.qt.theme import Theme

if TYPE_CHECKING:
    from memento_gui.qt.session import Session


class SettingsDesk(QObject):
    """Between the settings and their page, which is made when it is shown first."""

    wished = Signal(str)
    """An action of the window (its id)."""
    told = Signal(object)
    """Something to tell (`MementoError`)."""
    theme_chosen = Signal(str)
    """Follow the system's theme, or stay light or dark."""

    def __init__(self, theme: Theme, settings: Settings, looks: Looks, tray: Tray, parent: QObject) -> None:
        super().__init__(parent)
        self._theme, self._settings, self._looks, self._tray = theme, settings, looks, tray
        self._autostart = Autostart()
        self._session: Session | None = None
        self._page: SettingsPage | None = None

    def serve(self, session: "Session | None") -> None:
        """Show and change the settings of this store from now on."""
        self._session = session
        if session is not None:
            session.undo.changed.connect(self._show_languages)
            session.state.remind(self._tray.settings.at_text)

    def page(self, store: str, model: str) -> SettingsPage:
        """Return the page as it is now, with the path of the open store and how search understands meaning."""
        if self._page is None:
            self._page = self._made()
        self._page.reminders.say(self._tray.settings, autostart=self._autostart.on, tray=tray_exists())
        self._page.say(
            rows=self._looks.rows,
            store=store or "No store is open",
            model=model,
            version=program_version(),
            settings_file=self._settings.path or "Not kept in this run",
        )
        self._show_languages()
        return self._page

    def _made(self) -> SettingsPage:
        page = SettingsPage(self._theme)
        page.theme_chosen.connect(self.theme_chosen)
        page.rows_chosen.connect(self._choose_rows)
        page.wished.connect(self.wished)
        page.words.chosen.connect(self._choose_languages)
        page.reminders.chosen.connect(self._choose_reminder)
        page.reminders.autostart_chosen.connect(self._start_with_computer)
        return page

    def _choose_rows(self, name: str) -> None:
        self._looks.choose_rows(name)
        if self._session is not None:
            for place in self._session.places.values():
                self._looks.put_rows(place)

    def _choose_languages(self, languages: tuple[str, ...]) -> None:
        if self._session is not None:
            self._session.undo.do(self._session.library.wording.use_edit(languages))
            self._show_languages()

    def _show_languages(self) -> None:
        if self._page is None:
            return
        if self._session is None:
            self._page.words.show_languages((), (), writable=False)
            return
        library = self._session.library
        self._page.words.show_languages(library.wording.known, library.wording.languages, writable=not library.read_only)

    def _choose_reminder(self, wanted: ReminderSettings) -> None:
        self._tray.choose(wanted)
        if self._session is not None:
            self._session.state.remind(wanted.at_text)

    def _start_with_computer(self, on: bool) -> None:  # noqa: FBT001  # a signal's argument
        try:
            self._autostart.turn(on=on)
        except MementoError as error:
            self.told.emit(error)
