"""The offscreen platform says of every window with a smallest size that it cannot tell a window manager: not our warning."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "/tests/qt/plots/" in item.path.as_posix():
            item.add_marker(pytest.mark.qt_log_ignore("propagateSizeHints"))
