"""Where the first ten change: what is found is what ranking again says, and nothing a slider reaches is missed."""

from collections.abc import Callable

import numpy as np
import pytest

from memento_gui.domain.arrays import FloatArray
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.parameters import ParameterSet, parameter_table
from memento_gui.engine.crossing import slopes
from memento_gui.engine.ranking import Candidates, rank
from memento_gui.engine.top_changes import every_change, names_of, top_changes, tried_of

TableOf = Callable[..., FeatureTable]
M1 = ParameterSet()
COUNT = 30
SETS = {
    "M1": M1,
    "no repetition": M1.with_value("ranking.duplication", 0.0),
    "MMR": M1.with_values({"ranking.mmr": True, "ranking.mmr_lambda": 0.6}),
    "heavy weights": M1.with_values({"relevance.keyword": 0.9, "relevance.tag": 0.5}),
    "calibrated": M1.with_values({"relevance.embedding_calibration": "max", "relevance.keyword_calibration": "max"}),
    "low threshold": M1.with_value("ranking.keep_threshold", 0.05),
}


def case(table_of: TableOf, seed: int, *, pending: int = 0, vector: bool = True) -> tuple[FeatureTable, Candidates]:
    draw = np.random.default_rng(seed)
    table = table_of(
        COUNT,
        age_days=draw.uniform(0, 400, COUNT),
        importance=draw.uniform(0, 1, COUNT),
        type=draw.integers(0, 4, COUNT),
        views=draw.integers(0, 9, COUNT),
    )
    half = np.triu(draw.uniform(0, 0.9, (COUNT, COUNT)), 1)
    cosine = draw.uniform(0.0, 0.9, COUNT)
    cosine[:pending] = np.nan
    found = Candidates(
        rows=draw.permutation(COUNT),
        cosine=cosine,
        bm25=draw.uniform(0, 9, COUNT) * (draw.uniform(0, 1, COUNT) > 0.5),
        tag=draw.choice([0.0, 0.5, 1.0], COUNT),
        title=draw.choice([0.0, 0.2, 0.5], COUNT),
        likeness=half + half.T + np.eye(COUNT),
        cosine_max=float(np.nanmax(cosine)),
        bm25_max=9.0,
        has_query_vector=vector,
    )
    return table, found


def first_ten(table: FeatureTable, found: Candidates, parameters: ParameterSet, now_ms: int) -> frozenset[int]:
    ranking = rank(table, found, parameters, now_ms=now_ms)
    return frozenset(ranking.rows[ranking.kept][:10].tolist())


def between(edges: FloatArray, low: float, high: float) -> FloatArray:
    ends = np.concatenate([[low], edges, [high]])
    middles: FloatArray = (ends[:-1] + ends[1:]) / 2.0
    return middles


@pytest.mark.parametrize("label", SETS)
@pytest.mark.parametrize("seed", [1, 2])
def test_it_changes_there_and_nowhere_else(table_of: TableOf, now_ms: int, label: str, seed: int) -> None:
    parameters = SETS[label]
    table, found = case(table_of, seed, pending=2 * (seed == 2))
    changes = every_change(tried_of(table, found, parameters, now_ms=now_ms), parameters, lambda: None)
    assert set(changes) == set(names_of(parameters))
    assert sum(map(len, changes.values())) > 20
    for name, edges in changes.items():
        knob = parameter_table()[name]

        def members(value: float, name: str = name) -> frozenset[int]:
            return first_ten(table, found, parameters.with_value(name, value), now_ms)

        for edge in edges.tolist():
            step = max(abs(edge), 0.01) * 1e-8
            assert members(max(edge - step, knob.low)) != members(min(edge + step, knob.high)), (name, edge)
        middles = between(edges, knob.low, knob.high)
        for middle, left, right in zip(middles, [knob.low, *edges], [*edges, knob.high], strict=True):
            for share in (0.2, 0.8):
                assert members(float(left + share * (right - left))) == members(float(middle)), (name, left, right)


def test_where_s_is_linear_it_is_the_crossing_of_two_scores(table_of: TableOf, now_ms: int) -> None:
    parameters = SETS["no repetition"].with_value("ranking.keep_threshold", 0.0)
    table, found = case(table_of, 3)
    ranking = rank(table, found, parameters, now_ms=now_ms)
    tried = tried_of(table, found, parameters, now_ms=now_ms)
    for name in ("ranking.relevance", "ranking.recency", "ranking.importance", "ranking.usage"):
        now = float(parameters.value(name))
        slope = np.array([slopes(ranking, at, parameters.ranking, parameters.relevance)[name] for at in range(COUNT)])
        with np.errstate(divide="ignore", invalid="ignore"):
            crossing = now - (ranking.score[:, None] - ranking.score) / (slope[:, None] - slope)
        edges = top_changes(tried, name)
        assert len(edges)
        for edge in edges:
            assert np.nanmin(np.abs(crossing - edge)) < 1e-11


def test_the_threshold_lets_in_each_of_the_first_ten_at_its_score(table_of: TableOf, now_ms: int) -> None:
    table, found = case(table_of, 4)
    parameters = SETS["low threshold"]
    ranking = rank(table, found, parameters, now_ms=now_ms)
    edges = top_changes(tried_of(table, found, parameters, now_ms=now_ms), "ranking.keep_threshold")
    assert edges == pytest.approx(np.sort(ranking.score[:10]), abs=1e-9)


def test_without_a_query_vector_no_threshold_changes_anything(table_of: TableOf, now_ms: int) -> None:
    table, found = case(table_of, 5, vector=False)
    tried = tried_of(table, found, M1, now_ms=now_ms)
    assert not len(top_changes(tried, "ranking.keep_threshold"))
    assert len(top_changes(tried, "ranking.recency"))


def test_search_score_has_none_and_it_stops_when_asked_to(table_of: TableOf, now_ms: int) -> None:
    assert names_of(M1.with_value("ranking.scheme", "search_score")) == ()
    table, found = case(table_of, 6)

    def stop() -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        every_change(tried_of(table, found, M1, now_ms=now_ms), M1, stop)
