"""What the window remembers between starts: theme, last store, sizes. All of it as text, read with care."""

import json
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSettings


class Settings:
    """A small typed face over `QSettings`; without one it only remembers while the program runs."""

    def __init__(self, kept: QSettings | None = None) -> None:
        self._kept = kept
        self._held: dict[str, str] = {}

    @classmethod
    def of_user(cls) -> "Settings":
        """Return the user's settings file."""
        return cls(QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "Memento", "memento-gui"))

    @property
    def path(self) -> str:
        """The settings file, or an empty string."""
        return self._kept.fileName() if self._kept is not None else ""

    def text(self, key: str, default: str = "") -> str:
        """Return a text; the default if what was kept is none."""
        if self._kept is None:
            return self._held.get(key, default)
        try:
            value = self._kept.value(key, default, type=str)
        except (TypeError, ValueError):  # a damaged file: bytes that are no text, a value of a type that does not exist
            return default
        return value if isinstance(value, str) else default

    def put(self, key: str, value: str) -> None:
        """Remember a text."""
        self._held[key] = value
        if self._kept is not None:
            self._kept.setValue(key, value)

    def number(self, key: str, default: int) -> int:
        """Return a whole number; the default if what was kept is none."""
        try:
            return int(self.text(key, str(default)))
        except ValueError:
            return default

    def words(self, key: str, default: Sequence[str] = ()) -> list[str]:
        """Return a list of texts; the default if what was kept is none."""
        try:
            value = json.loads(self.text(key, json.dumps(list(default))))
        except ValueError:
            return list(default)
        return [str(one) for one in value] if isinstance(value, list) else list(default)

    def put_words(self, key: str, values: Sequence[str]) -> None:
        """Remember a list of texts."""
        self.put(key, json.dumps(list(values)))

    def recent_stores(self) -> list[Path]:
        """Return the stores that were open, latest first, as far as their files still exist."""
        return [path for path in map(Path, self.words("stores")) if _is_file(path)]

    def remember_store(self, path: Path) -> None:
        """Put a store first among the recent ones."""
        known = [text for text in self.words("stores") if text != str(path)]
        self.put_words("stores", [str(path), *known[:9]])


def _is_file(path: Path) -> bool:
    """Whether there is a file that may be looked at; a folder without permission or a name beyond bounds is none."""
    try:
        return path.is_file()
    except OSError:
        return False
