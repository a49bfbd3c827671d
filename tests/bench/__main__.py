"""Speed goals as ratios against references of the same run: ``python -m tests.bench --json bench.json``."""

import argparse
import json
import math
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from memento_gui.domain.clock import DAY_MS, FixedClock
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.memory import TYPES, Memory
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.standing import standing
from memento_gui.engine.usage import table_usage
from memento_gui.model.bundled import BundledEmbedder
from memento_gui.model.library import Library
from memento_gui.store import Store, text_hash

NOW_MS = 1_796_040_000_000
COUNT = 100_000


@dataclass(frozen=True, slots=True)
class Figure:
    """One goal: the median time of what is measured over that of its reference."""

    name: str
    milliseconds: float
    reference: str
    reference_milliseconds: float
    ratio: float
    goal: str
    met: bool


def median_ms(work: Callable[[], object], runs: int) -> float:
    """Return the median time of ``work`` in milliseconds, after one run that does not count."""
    work()
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


def slower(name: str, work: float, reference: str, base: float, at_most: float) -> Figure:
    """Return the figure of something that may take ``at_most`` times its reference."""
    ratio = work / base
    return Figure(name, work, reference, base, ratio, f"at most {at_most:g}", ratio <= at_most)


def faster(name: str, work: float, reference: str, base: float, at_least: float) -> Figure:
    """Return the figure of something that is to be ``at_least`` times faster than its reference."""
    ratio = base / work
    return Figure(name, work, reference, base, ratio, f"at least {at_least:g} times faster", ratio >= at_least)


def table(count: int, seed: int = 1) -> FeatureTable:
    """Return a seeded table of ``count`` invented memories."""
    draw = np.random.default_rng(seed)
    created = NOW_MS - (draw.gamma(1.5, 90.0, count) * DAY_MS).astype(np.int64)
    whole = np.zeros(count, dtype=np.int64)
    codes = np.zeros(count, dtype=np.uint8)
    return FeatureTable(
        ids=np.array([f"m{n:07d}" for n in range(count)], dtype=object),
        ordinal=np.arange(1, count + 1),
        type=draw.integers(0, len(TYPES), count).astype(np.uint8),
        category=codes,
        scope=codes,
        status=codes,
        created_ms=created,
        updated_ms=created,
        last_used_ms=created,
        importance=draw.random(count),
        strength=np.ones(count),
        pinned=draw.random(count) < 0.02,
        trashed=np.zeros(count, dtype=np.bool_),
        views=draw.poisson(3.0, count),
        cites=draw.poisson(0.5, count),
        edits=draw.poisson(0.2, count),
        uses=draw.poisson(1.0, count),
        revisions=whole,
        length=whole + 200,
        duplicates=whole - 1,
        episode=whole - 1,
        project=whole,
        source=whole,
        user=whole,
    )


def per_object(rows: FeatureTable, parameters: ParameterSet) -> Callable[[], list[float]]:
    """Return the same standing score as a plain loop over one object a memory."""
    knobs = parameters.ranking
    half = [parameters.recency.half_life[kind.value] for kind in TYPES]
    boost = [parameters.importance.type_boost[kind.value] for kind in TYPES]
    memories = [
        (int(t), int(c), float(i), bool(p), int(v), int(q), int(e))
        for t, c, i, p, v, q, e in zip(
            rows.type, rows.created_ms, rows.importance, rows.pinned, rows.views, rows.cites, rows.edits, strict=True
        )
    ]

    def loop() -> list[float]:
        raws = [math.log1p(v) + 2.0 * math.log1p(q) + 0.5 * math.log1p(e) for *_, v, q, e in memories]
        low, high = min(raws), max(raws)
        scores = []
        for (kind, created, own, pinned, *_), raw in zip(memories, raws, strict=True):
            age = max((NOW_MS - created) / DAY_MS, 0.0)
            worth = min(max(own + 0.2 * pinned + boost[kind], 0.0), 1.0)
            used = min(max((raw - low) / (high - low + 1e-6), 0.0), 1.0)
            scores.append(knobs.recency * 2.0 ** (-age / half[kind]) + knobs.importance * worth + knobs.usage * used)
        return scores

    return loop


def scoring(count: int) -> list[Figure]:
    """Score the whole store: against a loop, and against copying the columns it reads."""
    rows, parameters = table(count), ParameterSet()
    used = table_usage(rows, parameters.usage)
    fresh = median_ms(lambda: standing(rows, parameters, now_ms=NOW_MS), 15)
    kept = median_ms(lambda: standing(rows, parameters, now_ms=NOW_MS, used=used), 15)
    loop = median_ms(per_object(rows, parameters), 3)
    columns = [
        np.ascontiguousarray(column, dtype=np.float64)
        for column in (rows.created_ms, rows.type, rows.importance, rows.pinned, rows.views, rows.cites, rows.edits)
    ]
    buffers = [np.empty(16_384) for _ in columns]

    def copy() -> None:
        for start in range(0, count, 16_384):
            for column, buffer in zip(columns, buffers, strict=True):
                part = column[start : start + 16_384]
                np.copyto(buffer[: len(part)], part)

    copied = median_ms(copy, 15)
    return [
        faster(f"score {count:,} memories", fresh, "a loop over objects, same formula", loop, 150),
        slower(f"score {count:,} memories", fresh, "np.copyto of its columns", copied, 4),
        slower(f"score {count:,} memories, usage kept", kept, "np.copyto of its columns", copied, 4),
    ]


def filled_store(path: Path, count: int, model: str, dimensions: int) -> None:
    """Make a store of ``count`` memories of the demo's own words, with seeded vectors of the model's shape."""
    resources = Path(__file__).parent.parent.parent / "resources" / "demo" / "memories.jsonl"
    vocabulary = " ".join(
        json.loads(line)["content"] for line in resources.read_text(encoding="utf-8").splitlines()
    ).split()
    draw = np.random.default_rng(7)
    picks = draw.integers(0, len(vocabulary), (count, 30))
    memories = [
        Memory(
            id=f"m{n:07d}", content=" ".join(vocabulary[p] for p in row), created_ms=NOW_MS - n * 60_000, updated_ms=NOW_MS
        )
        for n, row in enumerate(picks)
    ]
    store = Store.open(path, clock=FixedClock(NOW_MS))
    with store.transaction() as writer:
        writer.insert(memories)
        for start in range(0, count, 10_000):
            part = memories[start : start + 10_000]
            vectors = draw.standard_normal((len(part), dimensions)).astype(np.float32)
            vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
            writer.put_embeddings(model, [m.id for m in part], vectors, [text_hash("", m.content) for m in part])
    store.close()


def searching(count: int) -> list[Figure]:
    """Search by words and meaning: against embedding the query once and one pass over the vectors."""
    embedder = BundledEmbedder()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.db"
        filled_store(path, count, embedder.name, embedder.dimensions)
        with Library.open(path, clock=FixedClock(NOW_MS), embedder=lambda: embedder) as library:
            library.load_model()
            library.prepare()
            query = "which pump waters the upper field"
            found = median_ms(lambda: library.search(query), 15)
    matrix = np.random.default_rng(3).standard_normal((count, embedder.dimensions)).astype(np.float32)
    base = median_ms(lambda: np.vecdot(matrix, embedder.embed_query(query)), 15)
    return [slower(f"search {count:,} memories", found, "one query embedding + one np.vecdot", base, 1.5)]


def reading(count: int) -> list[Figure]:
    """Read the columns of a whole store: against the raw fetch of its numeric columns and a copy of them."""
    wanted = (
        "ordinal, id, type, category, scope, status, created_ms, updated_ms, last_used_ms, deleted_ms, importance, strength"
    )
    wanted += ", pinned, views, cites, edits, uses, revisions, length, source, session, project, user"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.db"
        filled_store(path, count, "none", 8)
        store = Store.open(path, clock=FixedClock(NOW_MS))
        raw = sqlite3.connect(path)
        fetched = median_ms(lambda: raw.execute(f"SELECT {wanted} FROM memory ORDER BY ordinal").fetchall(), 3)  # noqa: S608
        read = median_ms(store.features, 3)
        raw.close()
        store.close()
    return [slower(f"read the columns of {count:,} memories", read, "a raw fetch of them", fetched, 1.5)]


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
from memento_gui.qt.window import Window
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


def main() -> int:
    """Measure, print and write everything; goals that are missed are said, and are no error."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    parser.add_argument("--json", type=Path, help="also write the figures here")
    parser.add_argument("--count", type=int, default=COUNT, help="how many memories")
    options = parser.parse_args()
    figures = [*scoring(options.count), *reading(options.count), *searching(options.count), *starting()]
    for figure in figures:
        mark = "met" if figure.met else "MISSED"
        sys.stdout.write(
            f"{figure.name}: {figure.milliseconds:.2f} ms; {figure.reference}: {figure.reference_milliseconds:.2f} ms; "
            f"ratio {figure.ratio:.2f} (goal {figure.goal}): {mark}\n"
        )
    if options.json:
        options.json.write_text(json.dumps([asdict(figure) for figure in figures], indent=1), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
