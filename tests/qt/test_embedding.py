"""Embedding in the background: what it does while somebody else keeps the store locked."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import FixedClock
from memento_gui.model.library import Library
from memento_gui.qt import embedding
from memento_gui.qt.background import Background
from memento_gui.qt.embedding import Embedding
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.state import AppState
from memento_gui.qt.tasks import Tasks
from memento_gui.qt.theme import Theme
from memento_gui.qt.undo import Undo


def test_it_waits_for_a_long_writer_and_goes_on_without_a_word(
    tmp_path: Path, clock: FixedClock, theme: Theme, tasks: Tasks, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding, "AGAIN_MS", 50)
    path = tmp_path / "memento.db"
    window = QWidget()
    qtbot.addWidget(window)
    with Library.open(path, clock=clock, wait_seconds=0.05) as library:
        library.remember("Deploys go out on Tuesdays")
        state = AppState()
        undo = Undo(library, state, tasks=tasks)
        context = PlaceContext(library=library, state=state, tasks=tasks, undo=undo, theme=theme, clock=clock)
        made = Embedding(context, Background(theme, window))
        told: list[object] = []
        made.failed.connect(told.append)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            made.start()
            for _ in range(2):
                with qtbot.waitSignal(made.waiting, timeout=60_000):
                    pass
            other.execute("ROLLBACK")
        qtbot.waitUntil(lambda: library.embedding_state().pending == 0, timeout=60_000)
        qtbot.waitUntil(lambda: not tasks.is_busy(), timeout=60_000)
        assert told == []
        tasks.close()
