"""Exports in the window: the selected memories, in the format of the chosen kind of file."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from memento_gui.interchange import read
from memento_gui.qt.app import App
from memento_gui.qt.files import EXPORTS
from memento_gui.qt.places.browse import Browse
from memento_gui.qt.start import Start

pytestmark = pytest.mark.e2e


@pytest.fixture
def app(qapp: QApplication, qtbot: QtBot) -> Iterator[App]:
    started = App(qapp, Start(demo=True, private=True, theme="light"))
    started.show()
    qtbot.waitUntil(lambda: started.control is not None and started.control.session is not None)
    qtbot.waitUntil(lambda: not started.tasks.is_busy(), timeout=60_000)
    yield started
    started.close()
    started.window.deleteLater()


@pytest.mark.parametrize("kind", EXPORTS)
def test_the_selected_memories_are_written_as_the_chosen_kind(app: App, tmp_path: Path, qtbot: QtBot, kind: str) -> None:
    assert app.control is not None
    assert app.control.session is not None
    place = app.control.session.go("browse")
    assert isinstance(place, Browse)
    qtbot.waitUntil(lambda: not app.tasks.is_busy(), timeout=60_000)
    place.table.selectRow(0)
    (identity,) = place.table.selected_ids()
    place.bound["browse.export"].trigger()
    (dialog,) = app.window.findChildren(QFileDialog)
    dialog.setDirectory(str(tmp_path))
    dialog.selectNameFilter(kind)
    dialog.filterSelected.emit(kind)
    dialog.selectFile("one")
    dialog.accept()
    target_format, suffix = EXPORTS[kind]
    exporter = app.control.session.exporter
    qtbot.waitUntil(lambda: exporter.preview is not None or (tmp_path / f"one{suffix}").exists())
    if exporter.preview is not None:
        assert not (tmp_path / f"one{suffix}").exists()
        next(button for button in exporter.preview.findChildren(QPushButton) if button.text() == "Export").click()
    qtbot.waitUntil((tmp_path / f"one{suffix}").exists)
    qtbot.waitUntil(lambda: not app.tasks.is_busy(), timeout=60_000)
    assert app.window.toast.text == f"1 memory written to one{suffix}"
    found = read(tmp_path / f"one{suffix}", now_ms=0)
    assert found.format == target_format
    content = app.control.session.library.get(identity).content
    assert content in {memory.content for memory in found.memories}


def test_what_the_format_cannot_hold_is_said_and_nothing_is_written_until_yes(
    app: App, tmp_path: Path, qtbot: QtBot
) -> None:
    assert app.control is not None
    assert app.control.session is not None
    exporter = app.control.session.exporter
    target = tmp_path / "out.db"
    exporter.start(target, None, "memento-mcp-sqlite")
    qtbot.waitUntil(lambda: exporter.preview is not None)
    assert exporter.preview is not None
    said = " ".join(exporter.preview.losses)
    assert "Title of" in said
    assert "in the trash." in said
    exporter.preview.reject()
    qtbot.waitUntil(lambda: exporter.preview is None)
    assert not target.exists()
