"""Scrolls, sorts and filters Browse over a store, and says how long it took."""

import json
import statistics
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
from PySide6.QtCore import QRect
from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QAbstractItemView, QTableView, QTableWidget, QTableWidgetItem

from memento_gui.qt.app import open_library
from memento_gui.qt.places.browse import Browse
from memento_gui.qt.places.browse.looking import look
from memento_gui.qt.tables.sorting import SortKey
from tests.bench.figures import median_ms
from tests.bench.searching import queries
from tests.bench.standing import Heartbeat, pause, stood

STEPS = 120
BY_SCORE, BY_AGE, BY_TITLE = (SortKey(column, down=True) for column in ("score", "age", "memory"))


def browsed(path: str, folder: str) -> dict[str, float]:
    """Return the times, in milliseconds."""
    opened = _opened(path)
    with stood(Browse, path, folder) as place:
        while place.shown is None or place.context.tasks.is_busy():
            pause(50)
        table, library, rows = place.table, place.context.library, place.table.memories.rows
        assert rows is not None
        table.memories.take_words(library.headlines(table.memories.ids_at(np.arange(min(len(rows), 4 * STEPS)))))
        asked = place.shown.asked

        def shown(*, text: str = "", keys: tuple[SortKey, ...] = (BY_SCORE,)) -> None:
            table.show_rows(look(library, replace(asked, text=text, keys=keys)).rows, scroll="top")
            _paint(table)

        def argsorted() -> None:
            order = np.argsort(-rows.standing.score, kind="stable")
            table.memories.show(replace(rows, order=order))
            _paint(table)

        words = iter([text.split()[0][:end] for text in queries() for end in (2, 3, 4)])
        turned = iter([(BY_AGE,), (BY_SCORE,)] * 20)
        return {
            "open": opened,
            "frame": _frame(table),
            "theirs": _frame(_plain_table(table)),
            "sort": median_ms(lambda: shown(keys=next(turned)), 7),
            "argsort": median_ms(argsorted, 7),
            "filter": median_ms(lambda: shown(text=next(words)), 15),
            "gap": _worst_gap(place, BY_TITLE),
        }


def _opened(path: str) -> float:
    """Open the store as the window does, and score and sort its columns."""

    def work() -> None:
        with open_library(Path(path)) as library:
            np.argsort(-library.scores.standing().score, kind="stable")

    return median_ms(work, 3)


def _frame(table: QTableView) -> float:
    """Return the usual time of scrolling on by half a row and painting everything."""
    bar, times = table.verticalScrollBar(), []
    for step in range(STEPS):
        started = time.perf_counter()
        bar.setValue(step * 14)
        _paint(table)
        times.append((time.perf_counter() - started) * 1000)
    bar.setValue(0)
    return statistics.median(times)


def _paint(table: QTableView) -> None:
    viewport = table.viewport()
    viewport.repaint(QRegion(QRect(0, 0, viewport.width(), viewport.height())))


def _plain_table(like: QTableView) -> QTableWidget:
    """Return Qt's own table of as many cells in sight, with the same texts."""
    model, rows = like.model(), min(like.model().rowCount(), 4 * STEPS)
    table = QTableWidget(rows, model.columnCount())
    table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    table.verticalHeader().setDefaultSectionSize(like.verticalHeader().defaultSectionSize())
    for column in range(model.columnCount()):
        table.setColumnWidth(column, like.columnWidth(column))
        for row in range(rows):
            table.setItem(row, column, QTableWidgetItem(str(model.index(row, column).data() or "")))
    table.resize(like.size())
    table.show()
    pause(100)
    return table


def _worst_gap(place: Browse, key: SortKey) -> float:
    """Sort by the memories' words as a click on the header does, and return the longest gap of the event loop."""
    beat = Heartbeat()
    beat.start()
    place.table.sort_by((key,))
    while place.context.tasks.is_busy():
        pause(5)
    beat.stop()
    return max(beat.gaps)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(browsed(*sys.argv[1:])) + "\n")
