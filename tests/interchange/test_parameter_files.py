"""Parameter sets survive the way to TOML and back."""

import math
import tomllib
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.domain.errors import InvalidParameter, UnreadableSource
from memento_gui.domain.knobs import Knob
from memento_gui.domain.parameters import ParameterSet, parameter_table
from memento_gui.domain.presets import BUILT_IN
from memento_gui.interchange import from_toml, to_toml


def values_of(knob: Knob) -> st.SearchStrategy[Any]:
    if knob.choices:
        return st.sampled_from(knob.choices)
    if isinstance(knob.default, bool):
        return st.booleans()
    if isinstance(knob.default, int):
        return st.integers(int(knob.low), int(knob.high))
    numbers = st.floats(knob.low, knob.high)
    if knob.open_keys:
        return st.dictionaries(st.text(st.characters(exclude_categories=["Cs"]), max_size=8), numbers, max_size=3)
    return numbers | st.just(math.inf) if knob.never else numbers


@st.composite
def parameter_sets(draw: st.DrawFn) -> ParameterSet:
    names = draw(st.lists(st.sampled_from(sorted(parameter_table())), max_size=12, unique=True))
    return ParameterSet().with_values({name: draw(values_of(parameter_table()[name])) for name in names})


@given(parameter_sets(), st.booleans())
def test_any_set_comes_back_equal(parameters: ParameterSet, only_changes: bool) -> None:  # noqa: FBT001
    assert from_toml(to_toml(parameters, only_changes=only_changes)) == (parameters, [])


@pytest.mark.parametrize("name", BUILT_IN)
@pytest.mark.parametrize("only_changes", [False, True])
def test_every_built_in_set_comes_back_equal(name: str, only_changes: bool) -> None:  # noqa: FBT001
    assert from_toml(to_toml(BUILT_IN[name], only_changes=only_changes)) == (BUILT_IN[name], [])


def test_a_full_file_holds_every_parameter() -> None:
    mapping = tomllib.loads(to_toml(ParameterSet()))
    assert mapping == ParameterSet().to_mapping()
    assert mapping["forgetting"]["soft_ttl"]["semantic"] == math.inf


def test_a_file_of_changes_holds_nothing_else() -> None:
    changed = ParameterSet().with_values(
        {
            "ranking.mmr": True,
            "recency.half_life.working": math.inf,
            "decay.tag_factor": {"a.b": 3.0},
            "importance.project_boost": {},
        }
    )
    assert tomllib.loads(to_toml(changed, only_changes=True)) == {
        "ranking": {"mmr": True},
        "recency": {"half_life": {"working": math.inf}},
        "decay": {"tag_factor": {"a.b": 3.0}},
    }
    assert to_toml(ParameterSet(), only_changes=True) == ""


def test_an_emptied_table_stays_empty() -> None:
    emptied = ParameterSet().with_value("decay.tag_factor", {})
    assert from_toml(to_toml(emptied, only_changes=True)) == (emptied, [])


def test_unknown_names_are_listed_and_the_rest_is_read() -> None:
    text = """
    name = "mine"
    [ranking]
    relevance = 1
    colour = 2
    [recency.half_life]
    working = 3
    dream = 4
    [elsewhere]
    x = 1
    """
    parameters, unknown = from_toml(text)
    assert parameters == ParameterSet().with_values({"ranking.relevance": 1.0, "recency.half_life.working": 3.0})
    assert sorted(unknown) == ["elsewhere.x", "name", "ranking.colour", "recency.half_life.dream"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("[ranking]\nrelevance = 1.5", "ranking.relevance"),
        ("[ranking]\nrelevance = nan", "ranking.relevance"),
        ("[ranking]\nrelevance = 'much'", "ranking.relevance"),
        ("[ranking]\nrelevance = true", "ranking.relevance"),
        ("[ranking]\nrelevance = {a = 1}", "ranking.relevance"),
        ("[ranking]\nrelevance = 2026-05-12", "ranking.relevance"),
        ("[ranking]\nlimit = 2.5", "ranking.limit"),
        ("[ranking]\nlimit = inf", "ranking.limit"),
        ("[ranking]\nmmr = 1", "ranking.mmr"),
        ("[ranking]\nscheme = 'best'", "ranking.scheme"),
        ("[recency]\nhalf_life = 3", "recency.half_life"),
        ("[recency.half_life]\nworking = -1", "recency.half_life.working"),
        ("[decay.tag_factor]\nx = 0", "decay.tag_factor.x"),
        (f"[decay]\nhalf_life = {10**400}", "decay.half_life"),
        (f"[decay.tag_factor]\nx = {10**400}", "decay.tag_factor.x"),
    ],
)
def test_a_bad_value_names_its_parameter(text: str, name: str) -> None:
    with pytest.raises(InvalidParameter, match=rf"^{name} "):
        from_toml(text)


@pytest.mark.parametrize("text", ["ranking", "[ranking\n", "a = 1\na = 2", "\0", "a = " + "[" * 5000, f"a = {'9' * 5000}"])
def test_what_is_no_toml_is_told(text: str) -> None:
    with pytest.raises(UnreadableSource, match="not TOML"):
        from_toml(text)


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(InvalidParameter, UnreadableSource):
        parameters, _ = from_toml(text)
        assert from_toml(to_toml(parameters)) == (parameters, [])


def test_a_dotted_key_of_thousands_of_parts_is_no_parameter() -> None:
    parameters, unknown = from_toml(".".join(["a"] * 5000) + " = 1\n[ranking]\nrecency = 0.9\n")
    assert unknown == ["a.a"]
    assert parameters == ParameterSet().with_value("ranking.recency", 0.9)
