"""The offscreen platform warns of every window with a smallest size that there is nobody to tell it to."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "/tests/qt/plots/" in item.path.as_posix():
            item.add_marker(pytest.mark.qt_log_ignore("propagateSizeHints"))
