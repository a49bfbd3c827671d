"""Stores to measure on: one of each size, made when it is first asked for and gone when the program ends."""

import atexit
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from memento_gui.domain.clock import FixedClock
from memento_gui.model.library import Library
from memento_gui.search.embedder import BundledEmbedder
from tests.bench.invented import NOW_MS, filled_store


@lru_cache
def embedder() -> BundledEmbedder:
    """Return the bundled model, loaded once."""
    return BundledEmbedder()


@lru_cache
def store_of(count: int) -> Path:
    """Return a store of ``count`` memories with vectors; who changes it takes a copy."""
    path = _folder() / f"{count}.db"
    told("making a store", count, lambda: filled_store(path, count, embedder().name, embedder().dimensions))
    return path


def cache() -> Path:
    """Return the folder where the text indexes of these stores are kept."""
    return _folder() / "cache"


@contextmanager
def library_of(count: int) -> Iterator[Library]:
    """Open the store of ``count`` memories with its model and its indexes ready."""
    with Library.open(store_of(count), clock=FixedClock(NOW_MS), embedder=embedder, cache=cache()) as library:
        library.load_model()
        told("its text index", count, library.prepare)
        yield library


@contextmanager
def copied_store(count: int) -> Iterator[Path]:
    """Give a copy of the store of ``count`` memories, to be changed."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(shutil.copy(store_of(count), folder))


def told(what: str, count: int, work: Callable[[], object]) -> None:
    """Do something that takes a while, and say on the error output how long it took."""
    started = time.perf_counter()
    work()
    sys.stderr.write(f"... {what} ({count:,} memories): {time.perf_counter() - started:.1f} s\n")


@lru_cache
def _folder() -> Path:
    folder = tempfile.mkdtemp(prefix="memento-bench-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)
