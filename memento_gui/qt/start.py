"""How the program was started, and what it loads only when it is needed."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from memento_gui.model.library import Library
    from memento_gui.qt.session import Session


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """What the command line said.

    ``store`` is the file to open; without one the last store is opened, or the welcome page shown. ``demo`` opens a fresh
    demo store that is gone afterwards. ``theme`` overrules the settings for this run. ``tour`` renders every place into
    that folder and quits. ``private`` neither reads nor writes the user's settings. ``in_tray`` shows no window where there
    is a tray to hide in.
    """

    store: Path | None = None
    demo: bool = False
    theme: str = ""
    tour: Path | None = None
    private: bool = False
    in_tray: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaders:
    """What is imported late, so that the first paint waits for nothing but Qt.

    ``library`` and ``demo`` are called in a worker: the one opens a store, the other writes a demo store into a folder and
    returns its path. ``session`` and ``curve`` are called in the GUI thread; ``curve`` returns the decay curve of the
    detail pane, and what shows a `Detail` in it. ``drafts`` is the folder for what is typed and not saved; None keeps none.
    """

    library: "Callable[[Path], Library]"
    demo: Callable[[Path], Path]
    session: "Callable[[Library], Session]"
    curve: "Callable[[], tuple[QWidget, Callable[[Any], None]]]"
    drafts: Path | None = None
