"""What this program is and where its things are, as text to show or to copy into a report."""

import platform
from importlib.metadata import PackageNotFoundError, version

from PySide6.QtCore import QSysInfo, qVersion
from PySide6.QtGui import QGuiApplication

from memento_gui.domain.resources import resources

_PACKAGES = ("PySide6-Essentials", "numpy", "SQLAlchemy", "pyqtgraph", "fastembed", "bm25s")


def program_version() -> str:
    """Return the installed version of Memento."""
    return _version("memento-gui")


def about_lines(store: str, model: str, settings_file: str) -> str:
    """Return versions and paths, one a line."""
    size, ratio = _screen()
    lines = [
        f"Memento {program_version()}",
        f"Python {platform.python_version()}, Qt {qVersion()} on {QGuiApplication.platformName()}",
        f"{QSysInfo.prettyProductName()}, {QSysInfo.currentCpuArchitecture()}",
        f"Screen {size} at {ratio:g}",
        *(f"{name} {_version(name)}" for name in _PACKAGES),
        f"Program files {resources()}",
        f"Settings {settings_file or 'not kept'}",
        f"Store {store or 'none open'}",
        f"Meaning {model}",
    ]
    return "\n".join(lines)


def _screen() -> tuple[str, float]:
    screen = QGuiApplication.primaryScreen()
    return f"{screen.size().width()} x {screen.size().height()}", screen.devicePixelRatio()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "(not installed; running from a clone)"
