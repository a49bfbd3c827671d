"""Starting with the computer: an entry where each system looks for one."""

import plistlib
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSettings, QStandardPaths

from memento_gui.domain.errors import ExportFailed

NAME: Final = "memento-gui"
FLAG: Final = "--in-tray"
WINDOWS_RUN: Final = r"HKEY_CURRENT_USER\Software\Microsoft\Windows\CurrentVersion\Run"
_RESERVED: Final = frozenset(" \t\n\"'\\><~|&;$*?#()`")
"""What makes a word of an Exec line need quotes, as the Desktop Entry Specification lists it."""


def command(platform: str = sys.platform, executable: str = sys.executable) -> list[str]:
    """Return the command that starts this program in the tray; on Windows without a console, where Python has that."""
    python = Path(executable)
    silent = python.with_name("pythonw.exe")
    return [str(silent if platform == "win32" and silent.is_file() else python), "-m", "memento_gui", FLAG]


def source_folder() -> Path | None:
    """Return the folder in which ``-m memento_gui`` finds the program, or None where it is installed."""
    folder = Path(__file__).resolve().parents[3]
    return None if folder == Path(sysconfig.get_path("purelib")).resolve() else folder


def entry_path(platform: str, *, home: Path, config: Path) -> Path | None:
    """Return the file that makes a program start with the computer, or None where that is no file (Windows)."""
    if platform == "darwin":
        return home / "Library" / "LaunchAgents" / f"{NAME}.plist"
    return None if platform == "win32" else config / "autostart" / f"{NAME}.desktop"


def entry_bytes(platform: str, words: Sequence[str], folder: Path | None = None) -> bytes:
    """Return what stands in that file: a desktop entry, or a launch agent as property list.

    Args:
        platform: As `sys.platform` says it.
        words: The command.
        folder: In which folder it runs, if that matters.
    """
    if platform == "darwin":
        place = {"WorkingDirectory": str(folder)} if folder else {}
        return plistlib.dumps({"Label": NAME, "ProgramArguments": list(words), "RunAtLoad": True, **place})
    lines = [
        "[Desktop Entry]",
        "Type=Application",
        "Name=Memento",
        "Comment=Review what your assistant remembers",
        f"Exec={_string(' '.join(_quoted(word) for word in words))}",
        *([f"Path={_string(str(folder))}"] if folder else []),
        "Terminal=false",
        "X-GNOME-Autostart-enabled=true",
    ]
    return "".join(f"{line}\n" for line in lines).encode()


def _quoted(word: str) -> str:
    """A word of an Exec line: percent signs doubled, and quoted where it has to be, what is special inside escaped."""
    doubled = word.replace("%", "%%")
    if word and _RESERVED.isdisjoint(word):
        return doubled
    return '"' + "".join(f"\\{letter}" if letter in '"`$\\' else letter for letter in doubled) + '"'


def _string(text: str) -> str:
    """A value of type string in a desktop entry."""
    return text.replace("\\", r"\\").replace("\n", r"\n").replace("\t", r"\t")


class Autostart:
    """The entry of this user on this computer; ``registry`` is where Windows keeps it."""

    def __init__(
        self,
        platform: str = sys.platform,
        *,
        home: Path | None = None,
        config: Path | None = None,
        registry: QSettings | None = None,
    ) -> None:
        place = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation)
        self._platform = platform
        self._path = entry_path(platform, home=home or Path.home(), config=config or Path(place or Path.home() / ".config"))
        self._given = registry

    @property
    def _registry(self) -> QSettings:
        return self._given or QSettings(WINDOWS_RUN, QSettings.Format.NativeFormat)

    @property
    def on(self) -> bool:
        """Whether the program starts with the computer."""
        return self._registry.contains(NAME) if self._path is None else self._path.is_file()

    def turn(self, *, on: bool) -> None:
        """Make the entry, or remove it.

        Raises:
            ExportFailed: If its file cannot be written or removed.
        """
        words = command(self._platform)
        if self._path is None:
            self._registry.setValue(NAME, subprocess.list2cmdline(words)) if on else self._registry.remove(NAME)
            return
        try:
            if on:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                self._path.write_bytes(entry_bytes(self._platform, words, source_folder()))
            else:
                self._path.unlink(missing_ok=True)
        except OSError as error:
            raise ExportFailed(
                f"Starting with the computer could not be changed: {self._path} cannot be written "
                f"({error.strerror or error}). Everything else is as it was."
            ) from error
