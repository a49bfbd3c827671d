"""Starting the window."""

import os
import subprocess
import sys

from tests.bench.figures import Figure, median_ms, slower

BARE = """
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMainWindow
class Window(QMainWindow):
    def paintEvent(self, event):
        super().paintEvent(event)
        QTimer.singleShot(0, QApplication.instance().quit)
app = QApplication([])
window = Window()
window.resize(1440, 900)
window.show()
app.exec()
"""
SHELL = """
from PySide6.QtWidgets import QApplication
from memento_gui.qt.theme import LIGHT, Theme
from memento_gui.qt.shell.window import Window
app = QApplication([])
theme = Theme(app, LIGHT)
window = Window(theme)
window.painted.connect(app.quit)
window.show()
app.exec()
"""


def starting() -> list[Figure]:
    """Start a process until its first paint: the window's shell against a bare Qt window of the same size."""
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}

    def start(script: str) -> None:
        subprocess.run([sys.executable, "-c", script], env=environment, check=True, capture_output=True)

    bare = median_ms(lambda: start(BARE), 7)
    shell = median_ms(lambda: start(SHELL), 7)
    return [slower("paint the window's shell", shell, "a bare Qt window", bare, 2)]
