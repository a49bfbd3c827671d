"""Strength: how much weight a memory is suggested when it is written."""

from collections.abc import Collection
from typing import Final

from memento_gui.domain.memory import Category
from memento_gui.domain.parameters import DecayParameters

USUAL: Final = 1.0
SECURITY_TAG: Final = "security"


def suggested_strength(tags: Collection[str], category: Category, parameters: DecayParameters) -> float:
    """Return the strength for a memory that names none: by the tag security first, then by category.

    Args:
        tags: Its tags; case does not matter.
        category: Its category.
        parameters: The strengths.

    Source: CortexGraph, "Temporal Decay Scoring Algorithm".
    """
    if any(tag.casefold() == SECURITY_TAG for tag in tags):
        return parameters.strength_security
    by_category = {
        Category.DECISION: parameters.strength_decision,
        Category.PREFERENCE: parameters.strength_preference,
    }
    return by_category.get(category, USUAL)
