"""Searching the demo store: by meaning, by words, with and without a model, explained to the last digit."""

import json
import socket
import weakref
from pathlib import Path

import numpy as np
import pytest

from memento_gui.domain.clock import FixedClock
from memento_gui.domain.errors import ModelUnavailable
from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.presets import BUILT_IN, ILAB, LONG_MEMORY
from memento_gui.engine.session import SearchScore
from memento_gui.model.demo import demo_id
from memento_gui.model.library import Library
from memento_gui.search.embedder import BundledEmbedder

PAIRS = json.loads((Path(__file__).parent.parent / "data" / "meaning_pairs.json").read_text(encoding="utf-8"))
MEANING = ParameterSet().with_values(
    {
        "ranking.recency": 0.0,
        "ranking.importance": 0.0,
        "ranking.usage": 0.0,
        "ranking.duplication": 0.0,
        "relevance.keyword": 0.0,
    }
)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair["key"])
def test_meaning_finds_what_shares_no_word_with_the_query_and_words_alone_do_not(
    demo: Library, pair: dict[str, str]
) -> None:
    found = demo.recall(pair["query"], limit=3, parameters=MEANING, below_threshold=True)
    assert demo_id(pair["key"]) in [hit.memory.id for hit in found]
    by_words = demo.search(pair["query"], parameters=BUILT_IN[ILAB])
    assert demo_id(pair["key"]) not in by_words.ids


@pytest.mark.parametrize("name", list(BUILT_IN))
@pytest.mark.parametrize("query", ["how do deploys go out #deploy", "도현", "riego por goteo", "Pomelo"])
def test_the_lines_of_every_explanation_sum_to_the_score(demo: Library, query: str, name: str) -> None:
    outcome = demo.search(query, parameters=BUILT_IN[name])
    assert len(outcome) > 0
    if outcome.ranking is None:
        assert all(isinstance(score, SearchScore) for score in outcome.word_ranking.scores)  # type: ignore[union-attr]
        return
    for place in range(len(outcome)):
        explained = demo.explain(outcome, place)
        assert sum(line.product for line in explained.lines) == pytest.approx(outcome.ranking.score[place], abs=1e-9)
        relevance = explained.lines[0]
        assert sum(part.product for part in relevance.parts) == pytest.approx(relevance.value, abs=1e-9)


def test_without_a_model_search_goes_by_words_and_says_so(tmp_path: Path, clock: FixedClock) -> None:
    with Library.open(tmp_path / "words.db", clock=clock, embedder=None) as library:
        memory = library.remember("The staging server is called heron")
        outcome = library.search("heron")
        assert outcome.ids == (memory.id,)
        assert outcome.words_only
        assert "by words" in outcome.reason
        assert not library.embedding_state().available
        with pytest.raises(ModelUnavailable, match="by words"):
            library.load_model()


def test_the_bundled_model_is_used_unless_another_is_given(library: Library) -> None:
    library.remember("The cat sleeps on the sofa")
    library.remember("Invoices are due at the end of the month")
    assert library.embed_pending() == 2
    assert library.recall("a resting feline", below_threshold=True)[0].memory.content == "The cat sleeps on the sofa"


def test_neither_loading_the_model_nor_searching_touches_the_network(
    demo: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a connection was tried")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    memory = demo.remember("El gato duerme en la caja del router")
    assert demo.embed_pending() == 1
    assert memory.id in demo.search("gato router").ids


def test_a_memory_is_found_as_soon_as_it_is_written_and_no_more_once_it_is_gone(demo: Library) -> None:
    assert demo.search("zymurgy").ids == () or demo.search("zymurgy").weak
    memory = demo.remember("Notes on zymurgy")
    outcome = demo.search("zymurgy")
    assert memory.id in outcome.ids
    assert outcome.pending[outcome.ids.index(memory.id)]
    demo.edit(memory.id, content="Notes on brewing")
    demo.embed_pending()
    assert not demo.search("brewing").pending.any()
    demo.forget(memory.id)
    assert memory.id not in demo.search("brewing").ids


def test_titles_follow_their_memories_whatever_comes_changes_and_goes(library: Library) -> None:
    def grades() -> dict[str, float]:
        outcome = library.search("kelp")
        assert outcome.ranking is not None
        return dict(zip(outcome.ids, outcome.ranking.parts.title.tolist(), strict=True))

    knobs = library.parameters().relevance
    exact, beginning, none = knobs.title_exact, knobs.title_prefix, 0.0
    first, second, third = (library.remember("kelp grows", title=title) for title in ("Kelp", "Sand", "Kelp forest"))
    assert grades() == {first.id: exact, second.id: none, third.id: beginning}
    library.edit(second.id, title="Kelp")
    library.edit(third.id, title="")
    assert grades() == {first.id: exact, second.id: exact, third.id: none}
    library.forget(first.id)
    library.purge(first.id)
    fourth = library.remember("kelp grows", title="Kelp farm")
    assert grades() == {second.id: exact, third.id: none, fourth.id: beginning}
    assert library.titles([third.id, fourth.id, first.id]) == {fourth.id: "Kelp farm"}


def test_fields_phrases_and_minus_filter_while_bare_words_rank(demo: Library) -> None:
    table = demo.features()
    typed = demo.search("server type:procedural")
    assert {int(table.type[table.row_of[i]]) for i in typed.ids} == {3}
    without = demo.search("server -server")
    texts = {memory.id: memory for memory in demo.get_many(without.ids)}
    assert without.ids
    assert not [m for m in texts.values() if "server" in f"{m.title} {m.content} {' '.join(m.tags)}".casefold().split()]


@pytest.mark.parametrize(
    "query", ["", " ", "*", '"', "NEAR(a b)", "a:b", "-", "((", "tag:", "type:dream", "💥", "\u202e", "x" * 5000]
)
def test_no_query_is_an_error(demo: Library, query: str) -> None:
    assert demo.search(query).ranking is not None
    assert demo.filter(query).rows is not None


def test_a_known_field_with_a_bad_value_is_marked_where_it_stands(demo: Library) -> None:
    found = demo.search("cat type:dream")
    assert [(d.start, d.end) for d in found.diagnostics] == [(4, 14)]
    assert "working" in found.diagnostics[0].message


def test_a_muted_memory_is_never_recalled(demo: Library) -> None:
    best = demo.search("cat Pomelo").ids[0]
    demo.edit(best, status="muted")
    for query in ("cat Pomelo", "cat Pomelo -is:pinned", "cat Pomelo -status:muted", "cat Pomelo is:active"):
        assert best not in demo.search(query).ids
    for query in ("cat Pomelo is:muted", "cat Pomelo status:muted"):
        assert best in demo.search(query).ids
        assert demo.recall(query, below_threshold=True) == []
    assert best in demo.ids()
    demo.forget(best)
    assert best in demo.search("cat Pomelo is:trashed").ids
    assert best not in demo.search("cat Pomelo is:muted").ids


def test_long_memory_ranks_the_old_that_m1_hides(demo: Library) -> None:
    query = "Which projects does Ines work on?"
    oldest = {name: max(_ages(demo, query, name)) for name in ("M1", LONG_MEMORY)}
    assert oldest[LONG_MEMORY] >= oldest["M1"]


def _ages(library: Library, query: str, name: str) -> list[int]:
    hits = library.recall(query, limit=10, parameters=BUILT_IN[name], below_threshold=True)
    return [library.clock.now_ms() - hit.memory.created_ms for hit in hits]


@pytest.mark.parametrize("bound", [0.0, 0.2, 0.3, 0.35, 0.45, 9.0])
def test_a_score_term_leaves_out_results_and_changes_nothing_of_the_others(demo: Library, bound: float) -> None:
    whole = demo.search("how do we deploy")
    assert whole.ranking is not None
    scores = dict(zip(whole.ids, whole.ranking.score.tolist(), strict=True))
    for sign, fits in (("<", bound.__gt__), (">=", bound.__le__)):
        found = demo.search(f"how do we deploy score{sign}{bound:g}")
        assert list(found.ids) == [identity for identity in whole.ids if fits(scores[identity])]
        if found.ranking is not None:
            assert np.all(found.ranking.nearest < len(found.ids))
            assert [demo.explain(found, place).score for place in range(len(found.ids))] == pytest.approx(
                [scores[identity] for identity in found.ids], abs=1e-9
            )


def test_a_closed_library_keeps_no_model(tmp_path: Path) -> None:
    made: list[weakref.ref[BundledEmbedder]] = []

    def source() -> BundledEmbedder:
        model = BundledEmbedder()
        made.append(weakref.ref(model))
        return model

    with Library.open(tmp_path / "memento.db", embedder=source) as library:
        library.remember("The harbour opens at six")
        library.embed_pending()
        assert library.recall("harbour", below_threshold=True)
        assert made[0]() is not None
    assert made[0]() is None
    with pytest.raises(ModelUnavailable, match="closed"):
        library.embed_pending()
