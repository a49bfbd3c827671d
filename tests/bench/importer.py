"""Imports a file in the whole window, takes it back and does it again, and says how long the event loop stood still."""

import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QApplication

from memento_gui.qt.app import App, keep_lively
from memento_gui.qt.session import Session
from memento_gui.qt.start import Start
from tests.bench.passages import passages
from tests.bench.standing import Heartbeat, pause


def imported(count: int) -> dict[str, float]:
    """Return the longest gap of each step, in milliseconds."""
    keep_lively()
    application = QApplication([])
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "memories.jsonl"
        source.write_text("".join(_lines(count)), encoding="utf-8")
        app = App(application, Start(store=Path(folder) / "memento.db", private=True))
        app.show()
        while app.control is None or app.control.session is None or app.tasks.is_busy():
            pause(50)
        session, undo = app.control.session, app.control.session.undo
        gaps = {
            "imported": _longest(app, session, lambda: _import(session, source)),
            "undone": _longest(app, session, undo.undo),
            "redone": _longest(app, session, undo.redo),
        }
        app.close()
        return gaps


def _lines(count: int) -> list[str]:
    return [
        json.dumps({"id": f"m{number}", "content": f"{words} {number}", "tags": [f"topic-{number % 200}"]}) + "\n"
        for number, words in enumerate(passages(count))
    ]


def _import(session: Session, source: Path) -> None:
    session.import_from(source)
    while (preview := session.importer.preview) is None:
        pause(20)
    preview.agreed.emit(False)
    preview.accept()


def _longest(app: App, session: Session, act: Callable[[], object]) -> float:
    """Return the longest gap until all that follows is done but for computing vectors, which takes minutes."""
    depth, beat = session.undo.depth, Heartbeat()
    beat.start()
    act()
    while session.undo.depth == depth or session.undo.writing:
        pause(20)
    pause(1_500)
    app.tasks.cancel("embedding.embed")
    while app.tasks.is_busy():
        pause(20)
    beat.stop()
    return max(beat.gaps)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(imported(int(sys.argv[1]))) + "\n")
