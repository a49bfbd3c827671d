"""Actions as data: one table, from which menus, shortcuts, the command palette and the help overlay are built."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """Something a user can do.

    ``call`` names a method of the object that the action is bound to; it gets ``argument``, if there is one. ``place`` is
    the key of the place it belongs to, or empty for the whole window; ``group`` is its heading in menus and help.
    ``shortcuts`` are portable key sequences, the first of which is shown. ``words`` are further words by which the palette
    finds it; ``hidden`` keeps it out of the palette. The shortcuts of one that is ``everywhere`` work in dialogs too.
    """

    id: str
    label: str
    call: str
    argument: str = ""
    group: str = ""
    shortcuts: tuple[str, ...] = ()
    icon: str = ""
    place: str = ""
    words: str = ""
    hidden: bool = False
    everywhere: bool = False

    @property
    def shortcut_text(self) -> str:
        """The first shortcut as this system writes it, or an empty string."""
        return shown_keys(self.shortcuts[0]) if self.shortcuts else ""


def shown_keys(keys: str) -> str:
    """Return a key sequence as this system writes it."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def bind(actions: Iterable[Action], target: object, owner: QWidget) -> dict[str, QAction]:
    """Return a `QAction` for each action, whose trigger calls its method of ``target``.

    The actions are added to ``owner``: their shortcuts work in it and in its children.

    Raises:
        AttributeError: If ``target`` lacks a method that an action names.
    """
    return {action.id: _bound(action, getattr(target, action.call), owner) for action in actions}


def _context(action: Action) -> Qt.ShortcutContext:
    if action.everywhere:
        return Qt.ShortcutContext.ApplicationShortcut
    return Qt.ShortcutContext.WidgetWithChildrenShortcut if action.place else Qt.ShortcutContext.WindowShortcut


def _bound(action: Action, call: Callable[..., object], owner: QWidget) -> QAction:
    made = QAction(action.label, owner)
    made.setObjectName(action.id)
    made.setShortcuts([QKeySequence(keys) for keys in action.shortcuts])
    made.setShortcutContext(_context(action))
    made.setAutoRepeat(False)
    arguments = (action.argument,) if action.argument else ()
    made.triggered.connect(lambda _checked=False: call(*arguments))
    owner.addAction(made)
    return made


WINDOW_ACTIONS: Final = (
    Action(
        id="go.browse", label="Go to Browse", call="go", argument="browse", group="Go", shortcuts=("Ctrl+1",), icon="browse"
    ),
    Action(
        id="go.search", label="Go to Search", call="go", argument="search", group="Go", shortcuts=("Ctrl+2",), icon="search"
    ),
    Action(id="go.tune", label="Go to Tune", call="go", argument="tune", group="Go", shortcuts=("Ctrl+3",), icon="tune"),
    Action(
        id="go.review", label="Go to Review", call="go", argument="review", group="Go", shortcuts=("Ctrl+4",), icon="review"
    ),
    Action(
        id="memory.new",
        label="New memory",
        call="new_memory",
        group="Memory",
        shortcuts=("Ctrl+N",),
        icon="plus",
        words="add write remember quick",
        everywhere=True,
    ),
    Action(
        id="memory.why",
        label="Why is the open memory not in the search?",
        call="ask_why",
        group="Memory",
        icon="search",
        words="why not missing absent",
    ),
    Action(
        id="memory.embed",
        label="Embed the memories that wait",
        call="embed_waiting",
        group="Memory",
        icon="search",
        words="vectors meaning model resume go on",
    ),
    Action(id="edit.undo", label="Undo", call="undo", group="Edit", shortcuts=("Ctrl+Z",), icon="undo"),
    Action(id="edit.redo", label="Redo", call="redo", group="Edit", shortcuts=("Ctrl+Shift+Z", "Ctrl+Y"), icon="redo"),
    Action(
        id="edit.history",
        label="History of changes…",
        call="show_changes",
        group="Edit",
        shortcuts=("Ctrl+Alt+Z",),
        icon="undo",
        words="undo redo steps back",
    ),
    Action(id="file.open", label="Open a store…", call="open_store", group="File", shortcuts=("Ctrl+O",), icon="folder"),
    Action(id="file.create", label="Create a store…", call="create_store", group="File", icon="file", words="new file"),
    Action(id="file.import", label="Import a file…", call="import_file", group="File", icon="import"),
    Action(
        id="file.import_folder",
        label="Import a folder…",
        call="import_folder",
        group="File",
        icon="import",
        words="vault obsidian",
    ),
    Action(
        id="file.export",
        label="Export all memories…",
        call="export_file",
        group="File",
        icon="file",
        words="save write jsonl backup",
    ),
    Action(id="file.demo", label="Open the demo store", call="open_demo", group="File", icon="star", words="example"),
    Action(
        id="window.palette",
        label="All actions",
        call="show_palette",
        group="Window",
        shortcuts=("Ctrl+K",),
        icon="keyboard",
        words="command palette",
        hidden=True,
    ),
    Action(
        id="window.help",
        label="Help: keys of this place",
        call="show_help",
        group="Window",
        shortcuts=("F1", "?"),
        icon="help",
    ),
    Action(
        id="window.settings",
        label="Settings",
        call="show_settings",
        group="Window",
        shortcuts=("Ctrl+,",),
        icon="settings",
        words="preferences options",
    ),
    Action(
        id="theme.system",
        label="Theme: as the system",
        call="choose_theme",
        argument="system",
        group="Window",
        icon="settings",
    ),
    Action(id="theme.light", label="Theme: light", call="choose_theme", argument="light", group="Window", icon="sun"),
    Action(id="theme.dark", label="Theme: dark", call="choose_theme", argument="dark", group="Window", icon="moon"),
    Action(id="window.about", label="About Memento", call="show_about", group="Window", icon="info", words="version"),
    Action(
        id="window.quit", label="Quit", call="quit", group="File", shortcuts=("Ctrl+Q",), icon="close", words="exit close"
    ),
)
