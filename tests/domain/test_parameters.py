"""The parameter table: valid values only, every value by name, loss-free as plain dictionaries."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.domain.errors import InvalidParameter, UnknownName
from memento_gui.domain.knobs import Table
from memento_gui.domain.parameters import ParameterSet, parameter_table
from memento_gui.domain.presets import BUILT_IN, half_life_days

NAMES = sorted(name for name, knob in parameter_table().items() if not isinstance(knob.default, Table))


def test_m1_holds_the_published_coefficients() -> None:
    m1 = ParameterSet()
    weights = [m1.value(f"ranking.{name}") for name in ("relevance", "recency", "importance", "usage", "duplication")]
    assert weights == [0.50, 0.20, 0.20, 0.10, 0.15]
    assert m1.value("ranking.keep_threshold") == 0.35
    assert m1.recency.half_life == {"working": 2, "episodic": 30, "semantic": 180, "procedural": 90}
    assert m1.value("forgetting.soft_ttl.semantic") == math.inf


def test_every_built_in_set_is_valid_and_named_once() -> None:
    assert list(BUILT_IN) == ["M1", "Long memory", "Personal assistant", "Development", "Research", "Meeting notes", "I"]
    assert BUILT_IN["Long memory"].value("relevance.neighbourhood") == 1.0
    assert BUILT_IN["Long memory"].value("forgetting.half_life.episodic") == 30
    assert BUILT_IN["I"].value("ranking.scheme") == "search_score"


def test_a_decay_rate_becomes_the_half_life_it_means() -> None:
    assert half_life_days(2.673e-6) == pytest.approx(3.0013, abs=1e-4)


@pytest.mark.parametrize("name", NAMES)
def test_every_default_lies_within_its_bounds_and_is_described(name: str) -> None:
    knob = parameter_table()[name]
    assert knob.checked(knob.default) == knob.default == ParameterSet().value(name)
    assert knob.label
    assert knob.help
    assert knob.source


@pytest.mark.parametrize("name", [n for n in NAMES if math.isfinite(parameter_table()[n].low)])
def test_a_value_outside_its_bounds_names_the_field_the_bounds_and_what_was_given(name: str) -> None:
    knob = parameter_table()[name]
    bad = knob.low - 1
    with pytest.raises(InvalidParameter, match=name.replace(".", r"\.")) as caught:
        ParameterSet().with_value(name, bad)
    assert f"{knob.low:g}" in caught.value.sentence
    assert repr(bad) in caught.value.sentence


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, True, "0.5", None])
def test_no_number_is_taken_for_a_weight_unless_it_is_one(bad: object) -> None:
    with pytest.raises(InvalidParameter):
        ParameterSet().with_value("ranking.relevance", bad)


def test_never_is_allowed_only_where_the_table_says_so() -> None:
    assert ParameterSet().with_value("recency.half_life.working", math.inf).value("recency.half_life.working") == math.inf
    with pytest.raises(InvalidParameter):
        ParameterSet().with_value("review.tau_max", math.inf)


@pytest.mark.parametrize(
    "name", ["nothing", "ranking", "ranking.nothing", "recency.half_life.dream", "ranking.relevance.x"]
)
def test_an_unknown_name_is_said(name: str) -> None:
    with pytest.raises(UnknownName, match="no parameter"):
        ParameterSet().value(name)
    with pytest.raises(UnknownName):
        ParameterSet().with_value(name, 0.5)


def test_a_table_with_fixed_keys_keeps_them_and_an_open_one_grows() -> None:
    with pytest.raises(InvalidParameter, match="working"):
        ParameterSet().with_value("recency.half_life", {"working": 1})
    grown = ParameterSet().with_value("importance.project_boost.atlas", 0.1)
    assert grown.importance.project_boost == {"atlas": 0.1}


@given(st.sampled_from([n for n in NAMES if isinstance(parameter_table()[n].default, float)]), st.floats(0, 1))
def test_plain_dictionaries_hold_everything(name: str, share: float) -> None:
    knob = parameter_table()[name]
    changed = ParameterSet().with_value(name, knob.low + share * (knob.high - knob.low))
    assert ParameterSet.from_mapping(changed.to_mapping()) == (changed, [])
    assert set(changed.changes_from(ParameterSet())) <= {name}


def test_what_a_mapping_does_not_know_is_listed_and_the_rest_is_read() -> None:
    read, unknown = ParameterSet.from_mapping({"ranking": {"relevance": 0.4, "luck": 1}, "stars": {"x": 1}, "version": 2})
    assert read.ranking.relevance == 0.4
    assert unknown == ["ranking.luck", "stars.x", "version"]


def test_equal_sets_hash_alike() -> None:
    assert hash(ParameterSet()) == hash(ParameterSet().with_value("ranking.relevance", 0.5))
    assert ParameterSet() == ParameterSet().with_value("ranking.relevance", 0.5)
