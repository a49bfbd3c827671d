"""The built-in parameter sets, by name."""

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from memento_gui.domain.parameters import ParameterSet

M1: Final = "M1"
LONG_MEMORY: Final = "Long memory"
PERSONAL_ASSISTANT: Final = "Personal assistant"
DEVELOPMENT: Final = "Development"
RESEARCH: Final = "Research"
MEETING_NOTES: Final = "Meeting notes"
ILAB: Final = "I"

_SECONDS_A_DAY: Final = 86_400.0


def half_life_days(rate_per_second: float) -> float:
    """Return the half-life in days of an exponential decay rate λ per second."""
    return math.log(2) / rate_per_second / _SECONDS_A_DAY


def _exponential(rate: float, *, beta: float, forget: float, promote: float) -> ParameterSet:
    return ParameterSet().with_values(
        {
            "decay.model": "exponential",
            "decay.half_life": half_life_days(rate),
            "decay.beta": beta,
            "decay.forget": forget,
            "decay.promote": promote,
        }
    )


_LONG_MEMORY: Final = {
    "ranking.relevance": 0.85,
    "ranking.recency": 0.02,
    "ranking.importance": 0.05,
    "ranking.usage": 0.03,
    "ranking.duplication": 0.05,
    "ranking.keep_threshold": 0.2,
    "relevance.embedding": 0.475,
    "relevance.keyword": 0.475,
    "relevance.tag": 0.025,
    "relevance.title": 0.025,
    "relevance.embedding_calibration": "max",
    "relevance.keyword_calibration": "max",
    "relevance.neighbourhood": 1.0,
    "recency.half_life": {"working": 14.0, "episodic": 365.0, "procedural": 730.0, "semantic": 3650.0},
}

BUILT_IN: Final[Mapping[str, ParameterSet]] = MappingProxyType(
    {
        M1: ParameterSet(),
        LONG_MEMORY: ParameterSet().with_values(_LONG_MEMORY),
        PERSONAL_ASSISTANT: _exponential(2.673e-6, beta=0.6, forget=0.05, promote=0.65),
        DEVELOPMENT: _exponential(8.02e-6, beta=0.8, forget=0.10, promote=0.70),
        RESEARCH: _exponential(5.73e-7, beta=0.4, forget=0.03, promote=0.50),
        MEETING_NOTES: _exponential(1.60e-5, beta=0.9, forget=0.15, promote=0.75),
        ILAB: ParameterSet().with_value("ranking.scheme", "search_score"),
    }
)
"""M1 is what a new store starts with. Sources: formulas of M, C and I; Long memory was measured on long conversations."""
