"""Opening a store for the window: what is read before the window has it."""

import subprocess
import sys
from pathlib import Path

import pytest

from memento_gui.domain.errors import DamagedStore
from memento_gui.model.library import Library
from memento_gui.qt.app import open_library


def test_a_store_whose_rows_are_broken_is_refused_before_the_window_has_it(tmp_path: Path) -> None:
    path = tmp_path / "memento.db"
    with Library.open(path, embedder=None) as library:
        for number in range(300):
            library.remember(f"memory {number} " + "x" * 300)
    whole = path.read_bytes()
    torn = whole[: len(whole) // 2] + b"\xff" * (len(whole) // 4) + whole[len(whole) * 3 // 4 :]
    path.write_bytes(torn)
    with pytest.raises(DamagedStore, match="left exactly as it is"):
        open_library(path)
    assert path.read_bytes() == torn


def test_a_busy_worker_gives_the_window_its_turn_within_a_millisecond() -> None:
    said = "from memento_gui.qt.app import keep_lively; keep_lively(); import sys; print(sys.getswitchinterval() <= 0.001)"
    ran = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "True"
