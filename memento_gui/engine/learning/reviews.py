"""Learning the review curve: τ₀ and a₁ to a₄ by maximum likelihood on earlier reviews, tested on later ones."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

import numpy as np

from memento_gui.domain.arrays import BoolArray, FloatArray, IntArray
from memento_gui.domain.parameters import ParameterSet, ReviewParameters
from memento_gui.engine.learning.testing import Difference, paired_difference
from memento_gui.engine.review import due_after, first_tau, next_tau, recall

FEWEST_REVIEWS: Final = 100
EARLIER: Final = 0.7
"""The share of the reviews, oldest first, that the fit sees."""

LEARNED: Final = ("review.first_interval", "review.importance", "review.usage", "review.helpful", "review.bad")
"""What a fit changes: τ₀, as the first interval it stands for, and a₁ to a₄."""

_SURE: Final = 1e-3  # no prediction is surer than this, so that one slip is not worth infinitely much
_ROUNDS: Final = 60
_STEP: Final = 1e-4
_SETTLED: Final = 1e-9
_PRIOR: Final = 0.25  # a number that no answer speaks of stays where it was
_BINS: Final = 8
_SEED: Final = 20_260

Report = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewHistory:
    """R reviews, oldest first.

    ``card`` numbers the cards 0..K−1. ``elapsed_days`` is the time since the card's review before, or its introduction.
    ``helpful`` and ``bad`` are in [0, 1]; ``importance`` and ``usage`` are the memories' signals as they are today.
    """

    card: IntArray
    elapsed_days: FloatArray
    recalled: BoolArray
    helpful: FloatArray
    bad: FloatArray
    importance: FloatArray
    usage: FloatArray

    def __len__(self) -> int:
        return len(self.card)


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """Predicted recall against what happened, in bins of equally many reviews: both in [0, 1], and how many."""

    predicted: FloatArray
    recalled: FloatArray
    count: IntArray


class ReviewVerdict(StrEnum):
    """What became of learning."""

    BETTER = "better"
    TOO_FEW = "too few"
    UNCERTAIN = "uncertain"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewLesson:
    """What was learned from R reviews.

    ``losses`` are mean log losses on the later reviews, by ``in use``, ``learned``, ``constant`` (the share of recalls
    among the earlier ones) and ``FSRS-6``; ``difference`` is learned against in use, so that a negative one is better.
    """

    verdict: ReviewVerdict
    reason: str
    reviews: int
    tested: int
    given: ParameterSet
    fitted: ParameterSet
    losses: "dict[str, float]"
    difference: Difference | None = None
    before: Calibration | None = None
    after: Calibration | None = None

    @property
    def parameters(self) -> ParameterSet:
        """The set to be used."""
        return self.fitted if self.verdict is ReviewVerdict.BETTER else self.given


def predicted_recall(history: ReviewHistory, parameters: ReviewParameters) -> FloatArray:
    """Return the τ model's recall at each of R reviews, each card's τ replayed from its introduction."""
    predicted = np.empty(len(history))
    turn = _turns(history.card)
    tau = np.full(int(history.card.max(initial=-1)) + 1, first_tau(parameters))
    for number in range(int(turn.max(initial=-1)) + 1):
        now = np.flatnonzero(turn == number)
        card, elapsed = history.card[now], history.elapsed_days[now]
        predicted[now] = recall(elapsed, tau[card])
        tau[card] = next_tau(
            tau[card],
            importance=history.importance[now],
            usage=history.usage[now],
            helpful=history.helpful[now],
            bad=history.bad[now],
            elapsed_days=elapsed,
            interval_days=due_after(tau[card], parameters.target),
            parameters=parameters,
        )
    return predicted


def log_loss(recalled: BoolArray, predicted: FloatArray) -> FloatArray:
    """Return −ln of the probability that was given to what happened, for each review."""
    sure = np.clip(predicted, _SURE, 1.0 - _SURE)
    return -np.log(np.where(recalled, sure, 1.0 - sure))


def fit_reviews(history: ReviewHistory, parameters: ParameterSet, *, upto: int, check: Callable[[], None]) -> ParameterSet:
    """Return the set whose τ₀ and a₁ to a₄ make the first ``upto`` reviews likeliest, by damped Fisher scoring.

    A faint prior keeps a number that no answer speaks of where it is. All stay within their bounds.
    """
    recalled = history.recalled[:upto]
    seen = replace(history, **{name: getattr(history, name)[:upto] for name in history.__slots__})
    start = _vector(parameters.review)
    here, damping = start, 1e-3

    def probability(at: FloatArray) -> FloatArray:
        return np.clip(predicted_recall(seen, _reviewed(parameters, at).review), _SURE, 1.0 - _SURE)

    def loss(p: FloatArray, at: FloatArray) -> float:
        return float(log_loss(recalled, p).sum() + _PRIOR * np.square(at - start).sum())

    p = probability(here)
    value = loss(p, here)
    for _ in range(_ROUNDS):
        check()
        moves = np.array([probability(here + _STEP * one) - p for one in np.eye(len(here))]) / _STEP
        pull = moves @ ((recalled - p) / (p * (1.0 - p))) - 2.0 * _PRIOR * (here - start)
        bend = (moves / (p * (1.0 - p))) @ moves.T + 2.0 * _PRIOR * np.eye(len(here))
        while True:
            tried = _bounded(here + np.linalg.solve(bend + damping * np.diag(np.diag(bend)), pull))
            there = probability(tried)
            better = value - loss(there, tried)
            if better > 0.0 or damping > 1e8:
                break
            damping *= 4.0
        if better <= _SETTLED:
            break
        here, p, value, damping = tried, there, value - better, max(damping / 10.0, 1e-9)
    return _reviewed(parameters, np.round(here, 4))


def learn_reviews(history: ReviewHistory, parameters: ParameterSet, *, fsrs: FloatArray, report: Report) -> ReviewLesson:
    """Fit the τ model to the earlier reviews and test it on the later ones.

    Args:
        history: R reviews, oldest first.
        parameters: The set in use: where the fit begins, and what it is compared with.
        fsrs: What FSRS-6 with its default weights predicts for each of the R reviews.
        report: Told how far it is; may raise `Cancelled`.
    """
    count = len(history)
    if count < FEWEST_REVIEWS:
        return ReviewLesson(
            verdict=ReviewVerdict.TOO_FEW,
            reason=f"Numbers kept: {count:,} reviews, and at least {FEWEST_REVIEWS} are needed.",
            reviews=count,
            tested=0,
            given=parameters,
            fitted=parameters,
            losses={},
        )
    upto = round(EARLIER * count)
    report(0, 1, "fitting")
    fitted = fit_reviews(history, parameters, upto=upto, check=lambda: report(0, 1, "fitting"))
    recalled = history.recalled[upto:]
    old, new = (predicted_recall(history, one.review)[upto:] for one in (parameters, fitted))
    constant = np.full(len(recalled), history.recalled[:upto].mean())
    shown = {"in use": old, "learned": new, "constant": constant, "FSRS-6": fsrs[upto:]}
    _, card = np.unique(history.card[upto:], return_inverse=True)
    difference = paired_difference(log_loss(recalled, old), log_loss(recalled, new), seed=_SEED, groups=card)
    losses = {name: float(log_loss(recalled, one).mean()) for name, one in shown.items()}
    report(1, 1, "")
    verdict = ReviewVerdict.BETTER if difference.high < 0.0 else ReviewVerdict.UNCERTAIN
    return ReviewLesson(
        verdict=verdict,
        reason=_reason(verdict, difference, losses, len(recalled)),
        reviews=count,
        tested=len(recalled),
        given=parameters,
        fitted=fitted,
        losses=losses,
        difference=difference,
        before=calibration(recalled, old),
        after=calibration(recalled, new),
    )


def calibration(recalled: BoolArray, predicted: FloatArray) -> Calibration:
    """Return predictions and outcomes in up to 8 bins of about equally many reviews."""
    parts = [part for part in np.array_split(np.argsort(predicted, kind="stable"), _BINS) if len(part)]
    return Calibration(
        predicted=np.array([predicted[part].mean() for part in parts]),
        recalled=np.array([recalled[part].mean() for part in parts]),
        count=np.array([len(part) for part in parts]),
    )


def _turns(card: IntArray) -> IntArray:
    """Return which review of its card each one is, from 0."""
    order = np.argsort(card, kind="stable")
    begins = np.searchsorted(card[order], card[order])
    turn = np.empty_like(card)
    turn[order] = np.arange(len(card)) - begins
    return turn


def _vector(review: ReviewParameters) -> FloatArray:
    return np.array([np.log(first_tau(review)), review.importance, review.usage, review.helpful, review.bad])


def _bounded(at: FloatArray) -> FloatArray:
    bounded: FloatArray = np.append(np.clip(at[:1], np.log(0.05), np.log(900.0)), np.clip(at[1:], 0.0, 5.0))
    return bounded


def _reviewed(parameters: ParameterSet, at: FloatArray) -> ParameterSet:
    first = float(np.clip(due_after(np.exp(at[0]), parameters.review.target), 0.01, 365.0))
    values = (first, *np.clip(at[1:], 0.0, 5.0).tolist())
    return parameters.with_values(dict(zip(LEARNED, values, strict=True)))


def _reason(verdict: ReviewVerdict, difference: Difference, losses: "dict[str, float]", tested: int) -> str:
    constant = ""
    if losses["learned"] >= losses["constant"]:
        constant = f" A constant does no worse ({losses['constant']:.3f}): these reviews show no curve yet."
    return reason_of(verdict, difference, tested) + constant


def reason_of(verdict: ReviewVerdict, difference: Difference, tested: int) -> str:
    """Say what a difference of log loss on later reviews means for the numbers."""
    interval = f"95 % interval {_signed(difference.low)} to {_signed(difference.high)}"
    moved = f"log loss {difference.old:.3f} → {difference.new:.3f}, {interval}"
    if verdict is ReviewVerdict.BETTER:
        return f"Better on {tested:,} later reviews: {moved}."
    what = "includes 0" if difference.low <= 0.0 else "lies above 0"
    return f"Numbers kept: on {tested:,} later reviews {moved}, which {what}."


def _signed(value: float) -> str:
    return f"{value:+.3f}".replace("-", "\N{MINUS SIGN}")
