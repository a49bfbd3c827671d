"""How tables and window were left: row height, columns, pane width, geometry; kept in the settings."""

from typing import Final

from memento_gui.qt.options.page import ROW_HEIGHTS
from memento_gui.qt.place import Place
from memento_gui.qt.settings import Settings
from memento_gui.qt.shell.window import Window
from memento_gui.qt.tables.arrangement import read, written
from memento_gui.qt.tables.view import MemoryTable

ROWS: Final = "rows"
NORMAL: Final = "normal"
_COLUMNS: Final = "columns"
_GEOMETRY: Final = "geometry"
_PANE: Final = "pane"


class Looks:
    """Puts looks on what appears, and keeps them when it goes."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @property
    def rows(self) -> str:
        """The name of the row height."""
        name = self._settings.text(ROWS, NORMAL)
        return name if name in ROW_HEIGHTS else NORMAL

    def choose_rows(self, name: str) -> None:
        """Remember another row height."""
        self._settings.put(ROWS, name)

    def put_rows(self, place: Place) -> None:
        """Give a place's tables their row height."""
        for table in place.findChildren(MemoryTable):
            table.set_row_height(ROW_HEIGHTS[self.rows])

    def put_on_place(self, place: Place) -> None:
        """Make a place look as it was left."""
        self.put_rows(place)
        for table in place.findChildren(MemoryTable):
            if columns := self._settings.text(_COLUMNS):
                table.arrange(read(columns))
        kept = {name: self._settings.text(f"{place.key}.{name}") for name in place.look()}
        place.put_look({name: text for name, text in kept.items() if text})
        for table in place.findChildren(MemoryTable):
            for changed in (table.columns_changed, table.sorting_changed):
                changed.connect(lambda *_: self.keep_of_place(place))

    def keep_of_place(self, place: Place) -> None:
        """Remember how the columns stand, and how the place was left."""
        for table in place.findChildren(MemoryTable):
            self._settings.put(_COLUMNS, written(table.arrangement))
        for name, text in place.look().items():
            self._settings.put(f"{place.key}.{name}", text)

    def put_on_window(self, window: Window) -> None:
        """Give the window its size and place, as far as there is a screen for it."""
        window.stage.pane_width = self._settings.number(_PANE, window.stage.pane_width)
        window.restore_shape(self._settings.text(_GEOMETRY))

    def keep_of_window(self, window: Window) -> None:
        """Remember the window's size and place."""
        self._settings.put(_PANE, str(window.stage.pane_width))
        self._settings.put(_GEOMETRY, window.shape())
