"""CortexGraph's settings read as a parameter set."""

import math

import pytest

from memento_gui.domain.errors import InvalidParameter, UnreadableSource
from memento_gui.domain.parameters import ParameterSet
from memento_gui.interchange import from_environment, is_environment, unread_lines, variables

POWER_LAW = """
# How fast memories fade
export CORTEXGRAPH_DECAY_MODEL="power_law"
CORTEXGRAPH_PL_ALPHA=1.2          # shape
CORTEXGRAPH_PL_HALFLIFE_DAYS='7.0'
CORTEXGRAPH_DECAY_LAMBDA=2.673e-6
CORTEXGRAPH_PROMOTE_USE_COUNT=3
CORTEXGRAPH_STORAGE_PATH=~/jsonl
LTM_VAULT_PATH=~/Vault
"""


def test_an_env_file_becomes_a_set_and_what_is_no_parameter_is_listed() -> None:
    parameters, unknown = from_environment(variables(POWER_LAW))
    assert set(parameters.changes_from(ParameterSet())) == {"decay.alpha", "decay.half_life", "decay.promote_uses"}
    assert (parameters.decay.alpha, parameters.decay.half_life, parameters.decay.promote_uses) == (1.2, 7.0, 3)
    assert unknown == ["CORTEXGRAPH_STORAGE_PATH"]


def test_rates_become_half_lives() -> None:
    parameters, _ = from_environment(
        {
            "CORTEXGRAPH_DECAY_MODEL": "exponential",
            "CORTEXGRAPH_DECAY_LAMBDA": "2.673e-6",
            "CORTEXGRAPH_PL_HALFLIFE_DAYS": "9",
            "CORTEXGRAPH_TC_LAMBDA_FAST": "1.603e-5",
            "CORTEXGRAPH_TC_LAMBDA_SLOW": "0",
        }
    )
    decay = parameters.decay
    assert decay.model == "exponential"
    assert decay.half_life == pytest.approx(3.0013, abs=1e-4)
    assert decay.half_life_fast == pytest.approx(0.5, abs=1e-3)
    assert math.isinf(decay.half_life_slow)


def test_the_danger_zone_is_given_by_its_ends() -> None:
    parameters, _ = from_environment({"CORTEXGRAPH_REVIEW_DANGER_ZONE_MAX": "0.45"})
    assert parameters.decay.danger_centre == pytest.approx(0.30)
    assert parameters.decay.danger_width == pytest.approx(0.15)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PL_ALPHA", "steep"),
        ("PROMOTE_USE_COUNT", "2.5"),
        ("DECAY_BETA", "7"),
        ("DECAY_MODEL", "linear"),
        ("PL_ALPHA", "nan"),
    ],
)
def test_a_value_that_cannot_be_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(InvalidParameter):
        from_environment({f"CORTEXGRAPH_{name}": value})


def test_what_holds_no_such_variable_is_told_apart() -> None:
    assert is_environment(POWER_LAW)
    assert not is_environment("[decay]\nalpha = 1.2\n")
    with pytest.raises(UnreadableSource, match="CORTEXGRAPH_"):
        from_environment({"PATH": "/bin"})


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("A=1\nNAME 0.7\n# a comment\n\nB=2\n", ["line 2 (NAME 0.7)"]),
        ("A=1\n\n\nexport B='open\nC=3\n=4\n", ["line 4 (export B='open)", "line 6 (=4)"]),
        ("A='two\nlines'\nFOO\n", []),
        ("A=1\r\nNAME 0.7\r\n", ["line 2 (NAME 0.7)"]),
        ("A=1\n" + "x " * 99, ["line 2 (" + ("x " * 20) + ")"]),
    ],
)
def test_lines_that_set_nothing_are_told_with_their_numbers(text: str, lines: list[str]) -> None:
    assert unread_lines(text) == lines
