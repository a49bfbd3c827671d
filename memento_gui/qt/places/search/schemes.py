"""What can be chosen about a ranking beside its set: the scheme, and how meaning and words are calibrated."""

from dataclasses import dataclass
from typing import Final

from memento_gui.domain.parameters import ParameterSet, parameter_table

SCHEME: Final = "ranking.scheme"
MEANING: Final = "relevance.embedding_calibration"
WORDS: Final = "relevance.keyword_calibration"

SCHEMES: Final = (("memento_s", "Memento S"), ("search_score", "SearchScore"))


@dataclass(frozen=True, slots=True)
class Option:
    """One value of one parameter; ``step`` names the choice of it as a step of undo."""

    name: str
    value: str
    label: str
    step: str


@dataclass(frozen=True, slots=True)
class Options:
    """The values of one parameter, under a heading."""

    name: str
    heading: str
    options: tuple[Option, ...]


_MEANT: Final = {
    (MEANING, "raw"): "Raw: the cosine as it is",
    (MEANING, "max"): "Max: over the best cosine",
    (WORDS, "saturating"): "Saturating: BM25 / (BM25 + k)",
    (WORDS, "max"): "Max: over the best BM25",
}

OPTIONS: Final = (
    Options(SCHEME, "Scheme", tuple(Option(SCHEME, key, label, f"Rank by {label}") for key, label in SCHEMES)),
    *(
        Options(
            name,
            f"{what} calibration",
            tuple(
                Option(name, value, _MEANT[name, value], f"{what} calibration {value}")
                for value in parameter_table()[name].choices
            ),
        )
        for name, what in ((MEANING, "Meaning"), (WORDS, "Words"))
    ),
)


def option(name: str, value: str) -> Option:
    """Return the option of a parameter's value."""
    return next(one for group in OPTIONS if group.name == name for one in group.options if one.value == value)


def calibration_text(parameters: ParameterSet) -> str:
    """Return both calibrations in words: ``raw, saturating``."""
    return f"{parameters.relevance.embedding_calibration}, {parameters.relevance.keyword_calibration}"
