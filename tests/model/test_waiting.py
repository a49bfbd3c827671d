"""Which memories wait for a vector: what is followed agrees with what the store would say anew."""

import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memento_gui.model.library import Library
from memento_gui.model.live import LiveStore
from memento_gui.model.waiting import Waiting
from memento_gui.store.memories import text_hash

MODEL = "three numbers"
steps = st.lists(st.tuples(st.sampled_from(["add", "edit", "trash", "embed"]), st.integers(0, 9)), max_size=12)


def take(library: Library, step: str, which: int, number: int) -> None:
    """Change the store in one way."""
    ids = library.ids()
    if step == "add" or not ids:
        library.remember(f"memory {number}")
        return
    identity = ids[which % len(ids)]
    if step == "edit":
        library.edit(identity, content=f"other words {number}")
    elif step == "trash":
        library.forget(identity)
    else:
        text = library._store.texts([identity])[identity]
        with library._store.transaction() as writer:
            writer.put_embeddings(
                MODEL, [identity], np.ones((1, 3), dtype=np.float32), [text_hash(text.title, text.content)]
            )


@pytest.mark.parametrize("most", [0.1, -1.0])
@settings(max_examples=15, deadline=None)
@given(changes=st.lists(steps, min_size=1, max_size=4))
def test_who_waits_is_who_the_store_says(most: float, changes: list[list[tuple[str, int]]]) -> None:
    with (
        pytest.MonkeyPatch.context() as patched,
        tempfile.TemporaryDirectory() as folder,
        Library.open(Path(folder) / "memento.db", embedder=None) as library,
    ):
        patched.setattr("memento_gui.model.waiting._MOST_CHANGES", most)  # below 0 everything is asked for anew
        patched.setattr("memento_gui.model.waiting._FEW", 500 if most > 0 else 0)
        waiting = Waiting(library._store, LiveStore(library._store))
        for part in changes:
            for number, (step, which) in enumerate(part):
                take(library, step, which, number)
            assert waiting.ids(MODEL) == frozenset(library._store.pending(MODEL))
            assert waiting.newest_first(MODEL) == library._store.pending(MODEL)
        assert waiting.ids("another") == frozenset(library._store.pending("another"))
