"""The button that chooses the languages whose word endings a store's searches know."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import IconPushButton
from memento_gui.qt.widgets.label import plain_tip
from memento_gui.qt.widgets.menu import Menu

_NAMED = 3


class LanguageChooser(IconPushButton):
    """The chosen languages; its menu has a tick for each."""

    chosen = Signal(object)
    """The languages (a tuple of their names) after one was ticked or unticked."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "", parent=parent)
        self._menu = Menu(self)
        self._menu.setStyleSheet("QMenu { menu-scrollable: 1; }")
        self.setMenu(self._menu)
        self._ticks: dict[str, QAction] = {}
        self.setToolTip(plain_tip("Words of these languages are found whatever their endings: deploys finds deployed"))

    def show_languages(self, known: Sequence[str], languages: Sequence[str], *, writable: bool) -> None:
        """Show every known language and tick the chosen ones."""
        if tuple(self._ticks) != tuple(known):
            self._menu.clear()
            self._ticks = {name: self._tick(name) for name in known}
        for name, tick in self._ticks.items():
            tick.setChecked(name in languages)
        shown = [name.capitalize() for name in languages]
        more = f" and {len(shown) - _NAMED} more" if len(shown) > _NAMED else ""
        text = f"{', '.join(shown[:_NAMED])}{more}" or "No language"
        self.setText(text)
        self.setAccessibleName(f"Languages of this store: {text}")
        self.setEnabled(writable)

    @property
    def languages(self) -> tuple[str, ...]:
        """The ticked languages."""
        return tuple(name for name, tick in self._ticks.items() if tick.isChecked())

    def tick(self, name: str) -> None:
        """Tick a language, or untick it, as a click does."""
        self._ticks[name].trigger()

    def _tick(self, name: str) -> QAction:
        action = QAction(name.capitalize(), self._menu)
        action.setCheckable(True)
        action.triggered.connect(lambda _checked=False: self.chosen.emit(self.languages))
        self._menu.addAction(action)
        return action
