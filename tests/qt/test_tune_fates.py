"""What the numbers mean for a store: counts, bins and changing fates agree with the engine."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from memento_gui.domain.clock import DAY_MS, FixedClock
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.memory import Memory, MemoryType, Status
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.decay import decay_scores
from memento_gui.engine.decisions import DECISIONS, Decision
from memento_gui.engine.forgetting import forget_scores
from memento_gui.model.edits import AddMemories
from memento_gui.model.library import Library
from memento_gui.qt.places.tune.store.bins import DECAY, FORGET, binned, counted, edges_of, score_edges
from memento_gui.qt.places.tune.store.counts_table import CountsTable
from memento_gui.qt.places.tune.store.evictions import evictions
from memento_gui.qt.places.tune.store.fates import Outlook, compare, judge

NOW = 1_795_996_800_000
M1 = ParameterSet()
STRICT = M1.with_values({"forgetting.soft_threshold": 0.3, "forgetting.hard_threshold": 0.42, "decay.forget": 0.3})


def memories() -> tuple[Memory, ...]:
    """Make 240 memories of all types and ages; every tenth is pinned, every twelfth in the trash."""
    kinds = list(MemoryType)
    return tuple(
        Memory(
            id=f"m{n:03d}",
            content=f"text {n}",
            title=f"Memory {n}",
            type=kinds[n % 4],
            importance=(n % 7) / 10,
            pinned=n % 10 == 0,
            created_ms=NOW - n * 2 * DAY_MS,
            updated_ms=NOW - n * 2 * DAY_MS,
            last_used_ms=NOW - n * DAY_MS,
            views=n % 5,
            uses=n % 6,
            deleted_ms=NOW if n % 12 == 5 else None,
        )
        for n in range(240)
    )


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> FeatureTable:
    path = tmp_path_factory.mktemp("fates") / "memento.db"
    with Library.open(path, clock=FixedClock(NOW)) as library:
        library.apply(AddMemories(label="Add", memories=memories()))
        return library.features()


def outlook(table: FeatureTable, saved: ParameterSet, now: ParameterSet, measure: str = FORGET) -> Outlook:
    before, after = (judge(table, parameters, now_ms=NOW) for parameters in (saved, now))
    return compare(table, (saved, before), (now, after), now_ms=NOW, measure=measure)


def test_counts_are_the_engines_over_the_active_memories(table: FeatureTable) -> None:
    seen = outlook(table, M1, STRICT)
    scores = forget_scores(table, STRICT, now_ms=NOW)
    verdicts = judge(table, STRICT, now_ms=NOW)
    assert seen.total == 220
    assert (seen.now.soft, seen.now.hard) == (int(scores.soft.sum()), int(scores.hard.sum()))
    assert seen.now.hard > 0
    forgotten = verdicts.decision[table.active] == DECISIONS.index(Decision.FORGET)
    assert seen.now.forgotten == int(forgotten.sum()) > seen.saved.forgotten
    for counts in (seen.saved, seen.now):
        assert counts.forgotten + counts.kept + counts.promoted == seen.total


def test_it_is_said_which_memories_are_counted_and_which_are_not(tmp_path: Path, table: FeatureTable, qtbot: QtBot) -> None:
    counts = CountsTable()
    qtbot.addWidget(counts)
    counts.show_outlook(outlook(table, M1, M1), M1.decay.forget)
    assert counts.counted == ("of 220 active", "Active memories are counted. Not counted: 20 in the trash.")
    lying = [("active", None), ("promoted", None), ("archived", None), ("archived", NOW), ("muted", None)]
    some = tuple(
        replace(one, status=Status(status), deleted_ms=deleted)
        for one, (status, deleted) in zip(memories(), lying, strict=False)
    )
    with Library.open(tmp_path / "memento.db", clock=FixedClock(NOW)) as library:
        library.apply(AddMemories(label="Add", memories=some))
        counts.show_outlook(outlook(library.features(), M1, M1), M1.decay.forget)
        said = "Active memories are counted. Not counted: 1 in the trash, 1 promoted, 1 archived, 1 muted."
        assert counts.counted == ("of 1 active", said)
        only = library.features()
        counts.show_outlook(outlook(only.take(np.flatnonzero(only.active)), M1, M1), M1.decay.forget)
        assert counts.counted == ("of 1 active", "All memories are counted.")


def test_every_active_memory_is_in_one_bin(table: FeatureTable) -> None:
    seen = outlook(table, M1, STRICT)
    scores = forget_scores(table, STRICT, now_ms=NOW).score[table.active]
    assert seen.now_bins.sum() == seen.saved_bins.sum() == 220
    assert seen.edges[0] <= scores.min()
    assert seen.edges[-1] >= scores.max()
    assert np.abs(seen.now_bins - np.histogram(scores, seen.edges)[0]).sum() <= 2
    assert len(seen.edges) == len(seen.now_bins) + 1


@pytest.mark.parametrize("count", [0, 1, 2, 70_001])
def test_bins_count_any_number_of_scores(count: int) -> None:
    edges = score_edges(M1)
    scores = np.random.default_rng(3).uniform(edges[0], edges[-1], count)
    assert binned(scores, edges).tolist() == np.histogram(scores, edges)[0].tolist()


def test_bins_cover_what_both_sets_can_reach() -> None:
    wide = M1.with_values({"forgetting.recency": 1.0, "forgetting.pinned": 1.0})
    edges = score_edges(M1, wide)
    assert edges[0] <= -1.15
    assert edges[-1] >= 1.45
    assert np.allclose(np.diff(edges), 0.025)


def test_decay_scores_are_counted_bin_by_bin_and_none_is_left_out(table: FeatureTable) -> None:
    """A bin holds what reaches its lower edge and not its upper one; the outer two are open."""
    fading = M1.with_values({"decay.model": "exponential", "decay.half_life": 2.0})
    seen = outlook(table, M1, fading, DECAY)
    for parameters, bins in ((M1, seen.saved_bins), (fading, seen.now_bins)):
        scores = decay_scores(table, parameters.decay, now_ms=NOW)[table.active]
        lows, highs = np.array([0.0, *seen.edges[1:-1]]), np.array([*seen.edges[1:-1], np.inf])
        direct = [int(((scores >= low) & (scores < high)).sum()) for low, high in zip(lows, highs, strict=True)]
        assert bins.tolist() == direct
        assert bins.sum() == 220
    assert seen.now_bins[0] > seen.saved_bins[0]


@given(st.lists(st.floats(0.0, 1e6) | st.sampled_from(edges_of(DECAY).tolist()), max_size=60))
def test_any_decay_score_has_its_bin(scores: list[float]) -> None:
    edges = edges_of(DECAY, M1)
    every = np.array(scores + np.nextafter(edges, 0.0).tolist())
    assert counted(DECAY, every, edges).tolist() == np.histogram(every, [0.0, *edges[1:-1], np.inf])[0].tolist()


def test_bins_of_the_decay_score_are_equally_wide_by_its_logarithm() -> None:
    edges = edges_of(DECAY)
    assert np.diff(np.log10(edges)) == pytest.approx(1 / 12, abs=1e-3)
    assert edges[[1, -2]] == pytest.approx([0.001, 10.0], rel=1e-3)


def test_who_changes_is_listed_by_importance_with_both_scores(table: FeatureTable) -> None:
    fates = outlook(table, M1, STRICT).fates
    before, after = judge(table, M1, now_ms=NOW), judge(table, STRICT, now_ms=NOW)
    changed = table.active & ((before.rule != after.rule) | (before.decision != after.decision))
    listed = fates.taken(0, len(fates))
    assert {fate.id for fate in listed} == set(table.ids[changed])
    importances = [float(table.importance[table.row_of[fate.id]]) for fate in listed]
    assert importances == sorted(importances, reverse=True)
    soft = next(fate for fate in listed if fate.after == "soft")
    assert soft.before == "kept"
    assert soft.score_after == pytest.approx(float(after.forget_score[table.row_of[soft.id]]))
    decided = [fate for fate in listed if fate.after == "forgotten"]
    assert all(fate.score_after == float(after.decay_score[table.row_of[fate.id]]) for fate in decided)
    assert decided


def test_pieces_of_the_list_make_the_whole(table: FeatureTable) -> None:
    fates = outlook(table, M1, STRICT).fates
    whole = fates.taken(0, len(fates))
    assert fates.taken(0, 7) + fates.taken(7, len(fates)) == whole
    assert fates.taken(len(fates), len(fates) + 9) == ()


def test_the_same_numbers_change_nothing(table: FeatureTable) -> None:
    seen = outlook(table, STRICT, STRICT)
    assert len(seen.fates) == 0
    assert seen.saved == seen.now


def test_faded_memories_are_past_three_half_lives(table: FeatureTable) -> None:
    seen = outlook(table, M1, M1)
    half = np.array([M1.recency.half_life[kind.value] for kind in MemoryType])[table.type]
    ages = (NOW - table.created_ms) / DAY_MS
    assert seen.faded == int(((ages > 3 * half) & table.recallable).sum()) > 0
    never = M1.with_value("recency.half_life", {kind.value: float("inf") for kind in MemoryType})
    assert outlook(table, M1, never).faded == 0


def test_an_empty_store_has_an_outlook(table: FeatureTable) -> None:
    empty = table.take(np.zeros(0, dtype=np.int64))
    seen = outlook(empty, M1, STRICT)
    assert (seen.total, seen.now.kept, len(seen.fates), int(seen.now_bins.sum())) == (0, 0, 0, 0)


def test_each_says_why_and_how_far_from_the_threshold(table: FeatureTable) -> None:
    fates = outlook(table, M1, STRICT).fates
    for fate in fates.taken(0, len(fates)):
        row = table.row_of[fate.id]
        if fate.after in ("soft", "hard") or fate.before in ("soft", "hard"):
            threshold = STRICT.forgetting.hard_threshold if "hard" in (fate.before, fate.after) else 0.3
            assert fate.distance == pytest.approx(abs(fate.score_after - threshold))
            assert fate.reason.startswith(f"ForgetScore {fate.score_after:.3f}, ")
        elif fate.after == "forgotten":
            assert fate.distance == pytest.approx(0.3 - fate.score_after)
            assert "is under 0.3" in fate.reason
        else:
            assert table.uses[row] >= 0
            assert fate.reason.endswith(".")


def test_the_term_that_moved_most_is_named(table: FeatureTable) -> None:
    heavier = M1.with_value("forgetting.recency", 0.7)
    fates = outlook(table, M1, heavier).fates
    taken = [fate for fate in fates.taken(0, len(fates)) if fate.after in ("soft", "hard")]
    assert taken
    for fate in taken:
        assert fate.score_before is not None
        assert f"age gives {fate.score_after - fate.score_before:+.3f}" in fate.reason


def test_a_shorter_time_to_live_is_the_reason_where_no_score_moved(table: FeatureTable) -> None:
    early = STRICT.with_value("forgetting.soft_ttl.semantic", 5.0)
    fates = outlook(table, STRICT, early).fates
    taken = fates.taken(0, len(fates))
    assert taken
    assert all(fate.type == "semantic" and fate.reason.endswith("; taken after 5 d.") for fate in taken)


@pytest.mark.parametrize("parameters", [M1, STRICT, M1.with_value("decay.forget", 0.0)])
def test_lru_forgets_equally_many_and_the_difference_is_listed(table: FeatureTable, parameters: ParameterSet) -> None:
    verdicts = judge(table, parameters, now_ms=NOW)
    found = evictions(table, verdicts, parameters.decay, now_ms=NOW)
    forgotten = table.active & (verdicts.decision == DECISIONS.index(Decision.FORGET))
    oldest = np.argsort(np.where(table.active, table.last_used_ms, np.iinfo(np.int64).max), kind="stable")
    evicted = set(table.ids[oldest[: forgotten.sum()]])
    kept_by_lru = set(table.ids[forgotten]) - evicted
    fates = found.taken(0, len(found))
    assert {fate.id for fate in fates if fate.before == "LRU keeps"} == kept_by_lru
    assert {fate.id for fate in fates if fate.before == "LRU forgets"} == evicted - set(table.ids[forgotten])
    assert len(fates) == 2 * found.alone
    assert found.forgotten == forgotten.sum()
    for fate in fates:
        idle = (NOW - table.last_used_ms[table.row_of[fate.id]]) / DAY_MS
        assert fate.idle_days == pytest.approx(idle)
        assert (fate.before == "LRU keeps") == (fate.after == "forgotten")
        assert fate.reason
    if parameters is STRICT:
        assert found.alone > 0
