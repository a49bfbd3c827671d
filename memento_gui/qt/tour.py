"""The tour: every place in both themes as a picture, for a look without a display."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QSize, QTimer
from PySide6.QtWidgets import QApplication

from memento_gui.domain.errors import MementoError
from memento_gui.qt.control import Control
from memento_gui.qt.shell.window import ENTRIES
from memento_gui.qt.theme import DARK, LIGHT

SIZE: Final = QSize(1440, 900)
_QUIET_MS: Final = 300
_QUERY: Final = "how do we deploy"


class Tour(QObject):
    """Goes from place to place, waits until nothing is being computed, and takes a picture."""

    def __init__(self, control: Control, folder: Path) -> None:
        super().__init__(control)
        self._control = control
        self._folder = folder
        self._steps: Iterator[Callable[[], str]] = iter(())
        self._name = ""
        self.code = 1
        self.pictures: list[Path] = []
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(_QUIET_MS)
        self._quiet.timeout.connect(self._when_quiet)
        control.tasks.busy.connect(self._quiet.stop)
        control.tasks.idle.connect(self._wait)
        control.opened.connect(self._begin)
        control.refused.connect(self._fail)

    def _begin(self) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            sys.stderr.write(f"{self._folder} cannot be a folder for pictures: {error.strerror}. Choose another folder.\n")
            QApplication.exit(1)
            return
        self._control.window.resize(SIZE)
        self._steps = self._all_steps()
        self._next()

    def _all_steps(self) -> Iterator[Callable[[], str]]:
        for theme in (LIGHT, DARK):
            for entry in ENTRIES:
                yield lambda theme=theme, key=entry.key: self._go(key, theme)  # type: ignore[misc]  # bound early
            yield lambda theme=theme: self._palette(theme)  # type: ignore[misc]  # bound early

    def _go(self, key: str, theme: str) -> str:
        self._control.overlays.close()
        self._control.theme.choose(theme)
        self._control.go(key)
        session = self._control.session
        if key == "search" and session is not None:
            session.places[key].search_for(_QUERY)
        return f"{key}-{theme}"

    def _palette(self, theme: str) -> str:
        self._control.go(ENTRIES[0].key)
        self._control.show_palette()
        return f"palette-{theme}"

    def _next(self) -> None:
        step = next(self._steps, None)
        if step is None:
            self.code = 0
            QApplication.exit(0)
            return
        self._name = step()
        self._wait()

    def _wait(self) -> None:
        if self._name:
            self._quiet.start()

    def _when_quiet(self) -> None:
        if self._control.tasks.is_busy():
            return
        path = self._folder / f"{self._name}.png"
        if not self._control.window.grab().save(str(path)):
            sys.stderr.write(f"The picture {path} cannot be written. Nothing else was changed; choose another folder.\n")
            QApplication.exit(1)
            return
        self.pictures.append(path)
        sys.stdout.write(f"{path}\n")
        self._next()

    def _fail(self, error: MementoError) -> None:
        sys.stderr.write(f"{error.sentence}\n")
        QApplication.exit(1)
