"""Strength: how much weight a memory is suggested when it is written, and why."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from memento_gui.domain.memory import Category
from memento_gui.domain.parameters import DecayParameters

USUAL: Final = 1.0
SECURITY_TAG: Final = "security"


@dataclass(frozen=True, slots=True)
class StrengthSuggestion:
    """A strength in [0, 2] and its reason, a clause without a full stop."""

    value: float
    reason: str


def suggested_strength(tags: Collection[str], category: Category, parameters: DecayParameters) -> StrengthSuggestion:
    """Return the strength for a memory that names none: by the tag security first, then by category.

    Args:
        tags: Its tags; case does not matter.
        category: Its category.
        parameters: The strengths.

    Source: CortexGraph, "Temporal Decay Scoring Algorithm".
    """
    if any(tag.casefold() == SECURITY_TAG for tag in tags):
        return StrengthSuggestion(parameters.strength_security, f"tagged {SECURITY_TAG}, which should last")
    if category is Category.DECISION:
        return StrengthSuggestion(parameters.strength_decision, "a decision")
    if category is Category.PREFERENCE:
        return StrengthSuggestion(parameters.strength_preference, "a preference")
    return StrengthSuggestion(USUAL, f"usual for what is no decision, no preference and not tagged {SECURITY_TAG}")
