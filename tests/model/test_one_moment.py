"""What is asked of several parts of a library is of one moment, whoever writes meanwhile."""

from pathlib import Path

import pytest
from typing_extensions import override

from memento_gui.domain.clock import FixedClock
from memento_gui.model.library import Library


class Meddler(FixedClock):
    """A clock that another program looks at: whenever the time is told, that program has written one memory more."""

    other: Library | None = None

    @override
    def now_ms(self) -> int:
        if self.other is not None:
            self.other.remember("written meanwhile")
        return super().now_ms()


@pytest.mark.parametrize("query", ["is:due", "is:new", "is:card", "is:suspended", "score>=0", "recall<1", "reviewed<9"])
def test_a_filter_and_a_search_see_one_moment_while_another_program_writes(
    tmp_path: Path, clock: FixedClock, query: str
) -> None:
    path, meddler = tmp_path / "memento.db", Meddler(clock.now_ms())
    with (
        Library.open(path, clock=clock, embedder=None) as other,
        Library.open(path, clock=meddler, embedder=None) as library,
    ):
        first = other.remember("written first", type="semantic", importance=0.9)
        other.answer(first.id, "ok")
        before = len(library.ids())
        meddler.other = other
        rows = library.filter(query).rows
        found = library.search(f"written {query}")
        assert len(other.ids()) > before + 1
        assert all(row <= before for row in rows)
        assert set(found.ids) <= set(other.ids())
