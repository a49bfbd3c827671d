"""Imports in the window: seen first, one after another, taken back in one step, started by dropping files."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QListView, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from memento_gui.qt.app import App
from memento_gui.qt.session import Session
from memento_gui.qt.start import Start
from memento_gui.qt.transfer.import_preview import ImportPreview
from memento_gui.qt.transfer.importing import Importer

pytestmark = pytest.mark.e2e
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
SOMEWHERE = QPoint(300, 300)


@pytest.fixture
def app(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[App]:
    started = App(qapp, Start(store=tmp_path / "memento.db", private=True, theme="light"))
    started.show()
    qtbot.waitUntil(lambda: started.control is not None and started.control.session is not None)
    qtbot.waitUntil(lambda: not started.tasks.is_busy(), timeout=60_000)
    yield started
    started.close()
    started.window.deleteLater()


@pytest.fixture
def session(app: App) -> Session:
    assert app.control is not None
    assert app.control.session is not None
    return app.control.session


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    path = tmp_path / "memory.json"
    lines = [
        {"type": "entity", "name": "Ada", "entityType": "person", "observations": ["speaks Spanish", "<b>bold</b>"]},
        {"type": "song"},
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return path


def shown(importer: Importer, qtbot: QtBot) -> ImportPreview:
    qtbot.waitUntil(lambda: importer.preview is not None, timeout=60_000)
    assert importer.preview is not None
    return importer.preview


def drop(app: App, *paths: Path, at: QPoint = SOMEWHERE) -> None:
    """Drop files as a file manager does that would rather move them."""
    held = QMimeData()
    held.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    held.setText("\n".join(str(path) for path in paths))
    actions = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
    for kind in (QDragEnterEvent, QDragMoveEvent):
        over = kind(at, actions, held, LEFT, NONE)
        QApplication.sendEvent(app.window.windowHandle(), over)
        assert over.isAccepted()
        assert over.dropAction() == Qt.DropAction.CopyAction
    dropped = QDropEvent(at.toPointF(), actions, held, LEFT, NONE)
    dropped.setDropAction(Qt.DropAction.MoveAction)
    QApplication.sendEvent(app.window.windowHandle(), dropped)
    assert dropped.isAccepted()
    assert dropped.dropAction() == Qt.DropAction.CopyAction


def test_nothing_is_written_until_it_was_seen_and_undo_takes_all_back(
    app: App, session: Session, graph: Path, qtbot: QtBot
) -> None:
    drop(app, graph)
    preview = shown(session.importer, qtbot)
    (listed,), (odd,) = preview.findChildren(QListView), preview.findChildren(QPlainTextEdit)
    model = listed.model()
    texts = [model.index(row, 0).data() for row in range(model.rowCount())]
    assert texts == ["Ada", "Ada — speaks Spanish", "Ada — <b>bold</b>"]
    assert "line 2: neither an entity nor a relation" in odd.toPlainText()
    assert session.library.ids() == []
    QTest.keyClick(preview, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(session.library.ids()) == 3)
    qtbot.waitUntil(lambda: not app.tasks.is_busy(), timeout=60_000)
    assert app.window.toast.text == "3 memories imported"
    session.undo.undo()
    assert session.library.ids() == []


def test_cancel_leaves_the_store_and_the_next_file_is_asked_about(
    app: App, session: Session, graph: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    table = tmp_path / "some.csv"
    table.write_text("content,tags\nDeploys go out on Tuesdays,deploy\n", "utf-8")
    drop(app, graph, table)
    first = shown(session.importer, qtbot)
    QTest.keyClick(first, Qt.Key.Key_Escape)
    assert app.window.toast.text == "Nothing was imported."
    qtbot.waitUntil(lambda: session.importer.preview not in {None, first})
    second = shown(session.importer, qtbot)
    assert second.windowTitle() == "Import some.csv"
    QTest.keyClick(second, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(session.library.ids()) == 1)
    qtbot.waitUntil(lambda: not app.tasks.is_busy(), timeout=60_000)


def test_a_file_dropped_on_a_line_to_type_in_is_imported(app: App, session: Session, graph: Path, qtbot: QtBot) -> None:
    line = next(line for line in app.window.findChildren(QLineEdit) if line.isVisible())
    drop(app, graph, at=line.mapTo(app.window, line.rect().center()))
    preview = shown(session.importer, qtbot)
    assert line.text() == ""
    preview.reject()
    qtbot.waitUntil(lambda: not app.tasks.is_busy())


def test_what_cannot_be_read_is_told_in_a_sentence(app: App, session: Session, tmp_path: Path, qtbot: QtBot) -> None:
    picture, empty = tmp_path / "picture.png", tmp_path / "empty.jsonl"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    empty.touch()
    told: list[object] = []
    session.importer.told.connect(told.append)
    drop(app, picture, empty)
    qtbot.waitUntil(lambda: len(told) == 2)
    assert str(told[0]).startswith("picture.png is none of the formats known here")
    assert str(told[1]) == "empty.jsonl is empty. Nothing was imported."
    assert session.library.ids() == []
    qtbot.waitUntil(lambda: not app.tasks.is_busy())


def test_long_rows_are_wrapped_within_the_preview(app: App, session: Session, tmp_path: Path, qtbot: QtBot) -> None:
    table = tmp_path / "some.csv"
    table.write_text(f"content\n{'many words ' * 30}\n{'x' * 400}\nfew\n", "utf-8")
    session.import_from(table)
    preview = shown(session.importer, qtbot)
    (listed,) = preview.findChildren(QListView)
    assert listed.focusPolicy() & Qt.FocusPolicy.TabFocus
    qtbot.waitUntil(lambda: listed.visualRect(listed.model().index(2, 0)).top() > 0)
    heights = [listed.visualRect(listed.model().index(row, 0)).height() for row in range(3)]
    assert heights[0] >= 2 * heights[2]
    assert heights[1] >= 2 * heights[2]
    widths = [listed.visualRect(listed.model().index(row, 0)).right() for row in range(3)]
    assert max(widths) < listed.viewport().width(), widths
    assert not listed.horizontalScrollBar().isVisible()
    preview.reject()
    qtbot.waitUntil(lambda: not app.tasks.is_busy("import"))


def test_what_is_here_already_offers_nothing_to_import(app: App, session: Session, graph: Path, qtbot: QtBot) -> None:
    session.library.import_(graph)
    session.import_from(graph)
    preview = shown(session.importer, qtbot)
    assert [button.text() for button in preview.findChildren(QPushButton)] == ["Close"]
    preview.reject()
    assert session.importer.preview is None
    qtbot.waitUntil(lambda: not app.tasks.is_busy("import"))


def test_what_differs_is_updated_only_when_it_is_ticked(app: App, session: Session, tmp_path: Path, qtbot: QtBot) -> None:
    source = tmp_path / "some.jsonl"
    record = {"kind": "memory", "id": "a", "content": "new words", "created_ms": 1, "updated_ms": 1}
    source.write_text(f'{{"memento": 1}}\n{json.dumps(record)}\n', "utf-8")
    session.library.remember("old words", id="a")
    session.import_from(source)
    preview = shown(session.importer, qtbot)
    assert "Here with other content: old words" in preview.findChildren(QPlainTextEdit)[0].toPlainText()
    agree = next(button for button in preview.findChildren(QPushButton) if button.text() == "Import")
    assert not agree.isEnabled()
    preview.update_box.click()
    agree.click()
    qtbot.waitUntil(lambda: not app.tasks.is_busy(), timeout=60_000)
    assert session.library.get("a").content == "new words"
    assert app.window.toast.text == "0 memories imported, 1 updated"
    session.undo.undo()
    assert session.library.get("a").content == "old words"


def test_what_another_writer_added_meanwhile_is_not_added_again(
    app: App, session: Session, graph: Path, qtbot: QtBot
) -> None:
    session.import_from(graph)
    preview = shown(session.importer, qtbot)
    session.library.import_(graph)
    QTest.keyClick(preview, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not app.tasks.is_busy(), timeout=60_000)
    assert len(session.library.ids()) == 3
    assert app.window.toast.text == "Nothing was added: all of it is here by now."
    assert session.undo.undo_label == ""
