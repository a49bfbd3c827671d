"""What lies around a memory: neighbours, ways back, and what happened."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.clock import DAY_MS, FixedClock
from memento_gui.domain.errors import Cancelled, InvalidMemory, UnknownMemory
from memento_gui.model.library import Library


@pytest.fixture
def library(tmp_path: Path, clock: FixedClock) -> Iterator[Library]:
    with Library.open(tmp_path / "memento.db", clock=clock) as opened:
        yield opened


def relate(library: Library, source: str, target: str, kind: str) -> None:
    library.apply(library.surrounding.relate_edit(source, target, kind))


def test_neighbours_are_the_nearest_by_the_cosine_of_their_vectors(library: Library) -> None:
    texts = ["The cat sleeps on the sofa", "A kitten naps on the couch", "Invoices are rounded to cents", "Cats like sofas"]
    one, *_ = [library.remember(text).id for text in texts]
    library.embed_pending()
    near = library.surrounding.neighbours(one)
    _, _, vectors = library._searches.current_vectors()
    matrix = vectors.vectors_of(library.features().ordinal.tolist()).astype(np.float64)
    cosines = matrix @ matrix[0]
    order = np.argsort(-cosines)[1:]
    assert [one.headline for one in near] == [texts[place] for place in order]
    assert [one.cosine for one in near] == pytest.approx(np.clip(cosines[order], 0.0, 1.0).tolist(), abs=1e-3)
    assert near[0].headline != "Invoices are rounded to cents"


def test_without_vectors_those_with_common_words_come(tmp_path: Path, clock: FixedClock) -> None:
    with Library.open(tmp_path / "words.db", clock=clock, embedder=None) as library:
        one = library.remember("Deploys go out on Tuesdays").id
        library.remember("Something else")
        library.remember("No deploys on Fridays")
        assert [(near.headline, near.cosine) for near in library.surrounding.neighbours(one)] == [
            ("No deploys on Fridays", None)
        ]


def test_ways_back_are_found_with_their_length_and_mutual_kinds_say_nothing(library: Library) -> None:
    a, b, c, d = (library.remember(name).id for name in ("a", "b", "c", "d"))
    relate(library, a, b, "causes")
    relate(library, b, c, "supports")
    relate(library, c, a, "causes")
    relate(library, a, d, "causes")
    relate(library, d, a, "related")
    kinds = {one.id: one.target_id for one in library.relations(a)}
    cycles = library.surrounding.of(a).cycles
    assert {kinds[relation]: steps for relation, steps in cycles.items()} == {b: 3}
    closing = next(one for one in library.relations(c) if one.target_id == a)
    library.apply(library.surrounding.unrelate_edit(c, closing.id))
    assert library.surrounding.of(a).cycles == {}


def test_relations_are_added_and_removed_as_steps_that_can_be_taken_back(library: Library) -> None:
    a, b = library.remember("a").id, library.remember("b").id
    back = library.apply(library.surrounding.relate_edit(a, b, "Derived from"))
    assert [(one.source_id, one.target_id, one.type) for one in library.relations(b)] == [(a, b, "derived_from")]
    with pytest.raises(InvalidMemory, match="already"):
        library.surrounding.relate_edit(a, b, "derived_from")
    held = library.relations(a)
    again = library.apply(library.surrounding.unrelate_edit(b, held[0].id))
    assert library.relations(a) == []
    with pytest.raises(InvalidMemory, match="no longer"):
        library.surrounding.unrelate_edit(b, held[0].id)
    library.apply(again)
    assert library.relations(a) == held
    library.apply(back)
    assert library.relations(a) == []


def test_relations_that_make_no_sense_are_refused(library: Library) -> None:
    a = library.remember("a").id
    with pytest.raises(InvalidMemory, match="itself"):
        library.surrounding.relate_edit(a, a, "related")
    with pytest.raises(InvalidMemory, match="kind"):
        library.surrounding.relate_edit(a, "b", " ")
    with pytest.raises(UnknownMemory):
        library.surrounding.relate_edit(a, "nobody", "related")


def test_events_are_told_the_latest_first(library: Library, clock: FixedClock) -> None:
    memory, other = library.remember("Words", source="claude"), library.remember("Other")
    start = clock.now_ms()
    steps = (
        lambda: library.edit(memory.id, content="New words"),
        lambda: library.touch(memory.id),
        lambda: library.answer(memory.id, "ok"),
        lambda: relate(library, other.id, memory.id, "supports"),
        lambda: library.forget(memory.id),
    )
    for step in steps:
        clock.advance(days=1)
        step()
    found = library.surrounding.of(memory.id)
    days = [(event.kind, round((event.at_ms - start) / DAY_MS)) for event in found.events]
    assert [pair for pair in days if pair[0] not in {"feedback", "changed"}] == [
        ("trashed", 5),
        ("related", 4),
        ("used", 3),
        ("reviewed", 3),
        ("edited", 1),
        ("created", 0),
    ]
    assert [day for _, day in days] == sorted((day for _, day in days), reverse=True)
    assert found.events[-1].note == "claude"
    assert found.due_ms is not None
    assert found.due_ms > start


def test_looking_around_stops_when_nobody_waits_any_more(library: Library) -> None:
    token = CancelToken()
    token.cancel()
    identity = library.remember("a").id
    with pytest.raises(Cancelled):
        library.surrounding.of(identity, cancel=token)
