"""Starting with the computer: an entry where each system looks for one."""

import plistlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSettings, QStandardPaths

from memento_gui.domain.errors import ExportFailed

NAME: Final = "memento-gui"
FLAG: Final = "--in-tray"
_WINDOWS_RUN: Final = r"HKEY_CURRENT_USER\Software\Microsoft\Windows\CurrentVersion\Run"


def command() -> list[str]:
    """Return the command that starts this program in the tray."""
    return [sys.executable, "-m", "memento_gui", FLAG]


def entry_path(platform: str, *, home: Path, config: Path) -> Path | None:
    """Return the file that makes a program start with the computer, or None where that is no file (Windows)."""
    if platform == "darwin":
        return home / "Library" / "LaunchAgents" / f"{NAME}.plist"
    return None if platform == "win32" else config / "autostart" / f"{NAME}.desktop"


def entry_bytes(platform: str, words: Sequence[str]) -> bytes:
    """Return what stands in that file."""
    if platform == "darwin":
        return plistlib.dumps({"Label": NAME, "ProgramArguments": list(words), "RunAtLoad": True})
    line = " ".join(_quoted(word) for word in words)
    return (
        "[Desktop Entry]\nType=Application\nName=Memento\nComment=Review what your assistant remembers\n"
        f"Exec={line}\nTerminal=false\nX-GNOME-Autostart-enabled=true\n"
    ).encode()


def _quoted(word: str) -> str:
    """A word of an Exec line: quoted, what is special inside quotes escaped, percent signs doubled."""
    escaped = "".join(f"\\{letter}" if letter in '"`$\\' else letter for letter in word)
    return '"' + escaped.replace("\\", "\\\\").replace("%", "%%") + '"' if escaped != word or " " in word else word


class Autostart:
    """The entry of this user on this computer."""

    def __init__(self, platform: str = sys.platform, *, home: Path | None = None, config: Path | None = None) -> None:
        place = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation)
        self._platform = platform
        self._path = entry_path(platform, home=home or Path.home(), config=config or Path(place or Path.home() / ".config"))

    @property
    def on(self) -> bool:
        """Whether the program starts with the computer."""
        if self._path is None:
            return QSettings(_WINDOWS_RUN, QSettings.Format.NativeFormat).contains(NAME)
        return self._path.is_file()

    def turn(self, *, on: bool) -> None:
        """Make the entry, or remove it.

        Raises:
            ExportFailed: If its file cannot be written or removed.
        """
        if self._path is None:
            run = QSettings(_WINDOWS_RUN, QSettings.Format.NativeFormat)
            run.setValue(NAME, " ".join(f'"{word}"' for word in command())) if on else run.remove(NAME)
            return
        try:
            if on:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                self._path.write_bytes(entry_bytes(self._platform, command()))
            else:
                self._path.unlink(missing_ok=True)
        except OSError as error:
            raise ExportFailed(
                f"Starting with the computer could not be changed: {self._path} cannot be written "
                f"({error.strerror or error}). Everything else is as it was."
            ) from error
