"""Types queries into the Search place, and notes when what was typed is on the screen."""

import json
import sys
import time

from PySide6.QtCore import QEvent, QEventLoop, QObject, QTimer
from PySide6.QtTest import QTest
from typing_extensions import override

from memento_gui.qt.places.search import SearchPlace
from tests.bench.searching import queries
from tests.bench.standing import Heartbeat, embedding_meanwhile, pause, stood

TYPED = 12
EVERY_MS = 120
_GIVEN_UP_MS = 3_000.0


class Typist(QObject):
    """Types letter by letter; the next one waits for its time and for the results of the last one."""

    def __init__(self, place: SearchPlace, text: str) -> None:
        super().__init__()
        self.painted: list[float] = []
        self._place, self._left = place, list(text)
        self._loop = QEventLoop()
        self._pressed = 0.0
        self._waits = False
        self._viewport = place.list.viewport()
        self._viewport.installEventFilter(self)
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(self._press)

    def type(self) -> None:
        """Type everything."""
        self._timer.start()
        self._loop.exec()
        self._viewport.removeEventFilter(self)

    def _press(self) -> None:
        if self._waits:
            if (time.perf_counter() - self._pressed) * 1000 < _GIVEN_UP_MS:
                return
            self._note()
        if not self._left:
            self._timer.stop()
            self._loop.quit()
            return
        self._pressed, self._waits = time.perf_counter(), True
        QTest.keyClicks(self._place.line, self._left.pop(0))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and self._waits:
            answered = self._place._answered
            if answered is not None and answered.outcome.text == self._place.line.text():
                QTimer.singleShot(0, self, self._note)  # once it is painted
        return False

    def _note(self) -> None:
        if self._waits:
            self._waits = False
            self.painted.append((time.perf_counter() - self._pressed) * 1000)


def typed(path: str, folder: str) -> dict[str, list[float]]:
    """Type seeded queries and return all times from a key to its results, and all gaps of the event loop (ms)."""
    painted: list[float] = []
    beat = Heartbeat()
    with stood(SearchPlace, path, folder) as place, embedding_meanwhile():
        for number, text in enumerate(queries()[: TYPED + 1]):
            place.line.clear()
            pause(150)
            beat.start()
            typist = Typist(place, text.replace('"', ""))
            typist.type()
            beat.stop()
            painted += typist.painted if number else []  # the first query only warms up
    return {"painted": painted, "gaps": beat.gaps}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(typed(*sys.argv[1:])) + "\n")
