"""Signals and setters must not leak references: PySide6 6.12.0 on CPython 3.11 loses one per emit and aborts."""

import sys

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLabel, QLineEdit
from pytestqt.qtbot import QtBot

TIMES = 1_000
SLACK = 50
"""The interpreter itself takes and gives a few."""


class Emitter(QObject):
    """Emits what the window's own signals carry."""

    told = Signal(object)
    turned = Signal(bool)
    quiet = Signal()


def test_emitting_keeps_the_counts_of_none_and_true(qtbot: QtBot) -> None:
    emitter = Emitter()
    heard: list[object] = []
    emitter.told.connect(heard.append)
    emitter.turned.connect(heard.append)
    emitter.quiet.connect(heard.clear)
    before = sys.getrefcount(None), sys.getrefcount(True)  # the object itself
    for _ in range(TIMES):
        emitter.told.emit(None)
        emitter.turned.emit(True)
        emitter.quiet.emit()
    after = sys.getrefcount(None), sys.getrefcount(True)  # as above
    assert abs(after[0] - before[0]) < SLACK
    assert abs(after[1] - before[1]) < SLACK


def test_setting_texts_keeps_the_counts_of_none_and_true(qtbot: QtBot) -> None:
    label, line = QLabel(), QLineEdit()
    qtbot.addWidget(label)
    qtbot.addWidget(line)
    before = sys.getrefcount(None), sys.getrefcount(True)  # the object itself
    for number in range(TIMES):
        label.setText(f"memory {number}")
        line.setText(f"memory {number}")
        line.setEnabled(True)
    after = sys.getrefcount(None), sys.getrefcount(True)  # as above
    assert abs(after[0] - before[0]) < SLACK
    assert abs(after[1] - before[1]) < SLACK
