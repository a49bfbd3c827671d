"""Whether weights that FSRS's own optimizer has fitted to the earlier reviews tell the later ones better."""

from dataclasses import dataclass

import numpy as np

from memento_gui.domain.arrays import FloatArray
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.learning.reviews import (
    Calibration,
    ReviewHistory,
    ReviewVerdict,
    calibration,
    log_loss,
    reason_of,
)
from memento_gui.engine.learning.testing import Difference, paired_difference

_SEED = 20_261


@dataclass(frozen=True, slots=True, kw_only=True)
class FsrsLesson:
    """What was learned; ``difference`` is the log loss on later reviews, fitted weights against those in use."""

    verdict: ReviewVerdict
    reason: str
    reviews: int
    given: ParameterSet
    fitted: ParameterSet
    difference: Difference | None = None
    before: Calibration | None = None
    after: Calibration | None = None

    @property
    def parameters(self) -> ParameterSet:
        """The set to be used."""
        return self.fitted if self.verdict is ReviewVerdict.BETTER else self.given


def too_few_for_fsrs(counted: int, fewest: int, history: int, parameters: ParameterSet) -> FsrsLesson:
    """Return what is said where the optimizer would only give back the published weights.

    Args:
        counted: Reviews of the earlier part that it fits to.
        fewest: How many it needs.
        history: All reviews.
        parameters: The set in use.
    """
    return FsrsLesson(
        verdict=ReviewVerdict.TOO_FEW,
        reason=(
            f"Weights kept: FSRS's optimizer needs {fewest:,} reviews that came a day or more after the one before. "
            f"The earlier seven tenths of the log hold {counted:,}."
        ),
        reviews=history,
        given=parameters,
        fitted=parameters,
    )


def judge_fsrs(
    history: ReviewHistory,
    predicted: tuple[FloatArray, FloatArray],
    sets: tuple[ParameterSet, ParameterSet],
    *,
    upto: int,
) -> FsrsLesson:
    """Compare two sets of weights on the reviews that neither was fitted to.

    Args:
        history: R reviews, oldest first.
        predicted: What the weights in use and the fitted ones predict for each.
        sets: The set in use, and the one with the fitted weights.
        upto: How many of the reviews the fit has seen.
    """
    recalled = history.recalled[upto:]
    old, new = (one[upto:] for one in predicted)
    _, card = np.unique(history.card[upto:], return_inverse=True)
    difference = paired_difference(log_loss(recalled, old), log_loss(recalled, new), seed=_SEED, groups=card)
    verdict = ReviewVerdict.BETTER if difference.high < 0.0 else ReviewVerdict.UNCERTAIN
    return FsrsLesson(
        verdict=verdict,
        reason=reason_of(verdict, difference, len(recalled)),
        reviews=len(history),
        given=sets[0],
        fitted=sets[1],
        difference=difference,
        before=calibration(recalled, old),
        after=calibration(recalled, new),
    )
