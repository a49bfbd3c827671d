"""Scrolling, sorting and filtering Browse's table, and opening a store to its first rows."""

import json
import sqlite3

from tests.bench.figures import Figure, median_ms, slower
from tests.bench.keystrokes import in_window
from tests.bench.reading import fetched
from tests.bench.stores import cache, library_of, store_of

FILTER_MS = 50.0


def browsing(count: int) -> list[Figure]:
    """Measure the real table, in a process of its own."""
    with library_of(count):  # makes the store and its index, if nobody did
        pass
    told = json.loads(in_window("tests.bench.browser", str(store_of(count)), str(cache())))
    raw = sqlite3.connect(store_of(count))
    read = median_ms(lambda: fetched(raw), 3)
    raw.close()
    return [
        slower("a frame of scrolling", told["frame"], "a QTableWidget's", told["theirs"], 2, count=count),
        slower("sort and repaint", told["sort"], "argsort and repaint", told["argsort"], 1.5, count=count),
        slower("sort by titles and repaint, gaps of the event loop", told["gap"], "one frame", 1000 / 60, 1, count=count),
        slower("filter by a word being typed", told["filter"], "50 ms", FILTER_MS, 1, count=count),
        slower("open a store to its first rows", told["open"], "a raw fetch of its columns", read, 1.5, count=count),
    ]
