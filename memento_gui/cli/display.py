"""Whether a window can be shown at all; asked before Qt is loaded, which would abort."""

import os
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

NO_DISPLAY = (
    "There is no display to show a window on. Nothing was opened or changed. Start it in a desktop session, set DISPLAY or "
    "WAYLAND_DISPLAY, or render pictures with --tour DIR."
)


def has_display(environment: Mapping[str, str] | None = None) -> bool:
    """Return whether Qt will find a display, as far as can be told without asking it."""
    given = os.environ if environment is None else environment
    if not sys.platform.startswith("linux") or given.get("QT_QPA_PLATFORM"):
        return True
    return _has_wayland(given) or _has_x11(given.get("DISPLAY", ""))


def _has_wayland(given: Mapping[str, str]) -> bool:
    name = given.get("WAYLAND_DISPLAY", "")
    folder = given.get("XDG_RUNTIME_DIR", "")
    return bool(name) and (Path(name).is_absolute() or bool(folder)) and (Path(folder) / name).exists()


def _has_x11(display: str) -> bool:
    """Return whether an X server answers; one on another machine is taken on trust."""
    host, colon, number = display.rpartition(":")
    if not colon:
        return False
    if host not in {"", "unix"}:
        return True
    path = f"/tmp/.X11-unix/X{number.partition('.')[0]}"  # noqa: S108  # where X servers listen
    return any(_answers(address) for address in (path, f"\0{path}"))


def _answers(address: str) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asked:
        asked.settimeout(2.0)
        try:
            asked.connect(address)
        except OSError:
            return False
        return True
