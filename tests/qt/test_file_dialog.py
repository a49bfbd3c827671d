"""The file dialog beside the open store: it lists the files and looks into none of them."""

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QFileInfo
from PySide6.QtWidgets import QFileDialog, QTreeView
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import FixedClock
from memento_gui.qt.widgets.file_dialog import FileDialog, NamedKinds
from memento_gui.store.store import Store

VISIT = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("SELECT count(*) FROM memory")
connection.close()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a lock belongs to its own descriptor there")
def test_listing_the_folder_of_the_open_store_leaves_its_locks(tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "memento.db"
    with Store.open(path, clock=FixedClock(1_000)):
        dialog = FileDialog(None, "Open a store", tmp_path)
        qtbot.addWidget(dialog)
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
        dialog.show()
        view = dialog.findChild(QTreeView)
        assert view is not None
        model = view.model()

        def kinds() -> set[object]:
            root = view.rootIndex()
            return {model.index(row, 2, root).data() for row in range(model.rowCount(root))}

        qtbot.waitUntil(lambda: "DB file" in kinds() and "DB-SHM file" in kinds())
        subprocess.run([sys.executable, "-c", VISIT, str(path)], check=True)
        assert path.with_name("memento.db-wal").exists()


def test_kinds_are_told_by_names(tmp_path: Path, qtbot: QtBot) -> None:
    kinds = NamedKinds()
    (tmp_path / "notes.md").write_text("words", encoding="utf-8")
    (tmp_path / "bare").write_text("words", encoding="utf-8")
    told = [kinds.type(QFileInfo(str(tmp_path / name))) for name in ("", "notes.md", "bare")]
    assert told == ["Folder", "MD file", "File"]
    assert not kinds.icon(QFileInfo(str(tmp_path / "notes.md"))).isNull()
