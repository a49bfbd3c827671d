"""Libraries on real files, one of them the demo store with every vector computed once."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from memento_gui.domain.clock import FixedClock
from memento_gui.model.demo import create_demo
from memento_gui.model.library import Library
from memento_gui.search.embedder import BundledEmbedder

NOW_MS = 1_796_040_000_000


@pytest.fixture
def library(tmp_path: Path, clock: FixedClock) -> Iterator[Library]:
    with Library.open(tmp_path / "memento.db", clock=clock) as opened:
        yield opened


@pytest.fixture(scope="session")
def embedded_demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("demo") / "demo.db"
    create_demo(path, FixedClock(NOW_MS))
    with Library.open(path, clock=FixedClock(NOW_MS), embedder=BundledEmbedder) as opened:
        assert opened.embed_pending() == len(opened.ids())
    return path


@pytest.fixture
def demo(embedded_demo: Path, tmp_path: Path) -> Iterator[Library]:
    path = tmp_path / "demo.db"
    shutil.copyfile(embedded_demo, path)
    with Library.open(path, clock=FixedClock(NOW_MS), embedder=BundledEmbedder) as opened:
        opened.load_model()
        yield opened
