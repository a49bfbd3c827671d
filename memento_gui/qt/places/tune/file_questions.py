"""Asks for the files that Tune writes and reads: sets as TOML, curves as pictures or tables."""

import re
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QFileDialog, QWidget

from memento_gui.domain.errors import MementoError
from memento_gui.qt.files import default_folder
from memento_gui.qt.plots.exporting import FILTERS, save_plot
from memento_gui.qt.plots.plot import Plot
from memento_gui.qt.widgets.file_dialog import FileDialog
from memento_gui.qt.widgets.message_bar import DONE, Message

_FORBIDDEN: Final = re.compile(r'[\\/:*?"<>|]')
"""What no file's name may have on one system or another; a set's name may."""
_TOML: Final = "Parameter sets (*.toml)"
_SETS: Final = "Parameter sets and CortexGraph's settings (*.toml *.env .env)"


def ask_where_to_write_set(parent: QWidget, name: str) -> Path | None:
    """Return the file a set goes to, or None."""
    return _writing(parent, "Export the set", f"{_FORBIDDEN.sub('-', name)}.toml", _TOML).ask()


def ask_for_set(parent: QWidget) -> Path | None:
    """Return the file a set comes from, or None."""
    dialog = FileDialog(parent, "Import a set", default_folder(), f"{_SETS};;All files (*)")
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    return dialog.ask()


def write_curves(parent: QWidget, plot: Plot, suggested: str) -> MementoError | Message | None:
    """Ask for a file and write a plot's curves to it; return what there is to tell."""
    dialog = _writing(parent, "Save the curves", suggested, FILTERS)
    path = dialog.ask()
    if path is None:
        return None
    chosen = dialog.selectedNameFilter()
    target = path if path.suffix else Path(f"{path}{chosen[chosen.index('*') + 1 : -1]}")
    try:
        save_plot(plot, target)
    except MementoError as error:
        return error
    return Message(text=f"Curves written to {target.name}", kind=DONE)


def _writing(parent: QWidget, title: str, name: str, kinds: str) -> FileDialog:
    dialog = FileDialog(parent, title, default_folder(), kinds)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.selectFile(name)
    return dialog
