"""FSRS's own optimizer, where its extra is installed: it fits the 21 weights to a review log."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib.util import find_spec

import fsrs

from memento_gui.domain.clock import DAY_MS
from memento_gui.domain.errors import MissingExtra
from memento_gui.domain.memory import ReviewLogEntry
from memento_gui.domain.parameters import FSRS_KEYS

NEEDED = ("torch", "pandas", "tqdm")
COMMAND = "pip install 'memento-gui[fsrs]'"

FEWEST_FITTED = 512
"""Of fewer reviews (`fitted_count`) FSRS's optimizer fits nothing and returns the published weights."""

_MOST_OF_A_CARD = 64


def optimizer_is_installed() -> bool:
    """Whether everything that the optimizer needs is there; loads none of it."""
    return all(find_spec(name) is not None for name in NEEDED)


def reviews_for_fsrs(log: Sequence[ReviewLogEntry]) -> list[fsrs.ReviewLog]:
    """Return the log as FSRS reads it; a card's introduction is its first review, and good."""
    cards: dict[str, int] = {}
    made: list[fsrs.ReviewLog] = []
    for entry in log:
        if entry.memory_id not in cards:
            cards[entry.memory_id] = len(cards) + 1
            introduced = entry.answered_ms - round(entry.elapsed_days * DAY_MS)
            made.append(_review(cards[entry.memory_id], fsrs.Rating.Good, introduced))
        made.append(_review(cards[entry.memory_id], fsrs.Rating(entry.answer.rating), entry.answered_ms))
    return made


def fitted_count(log: Sequence[ReviewLogEntry]) -> int:
    """Return how many reviews the optimizer fits to: those a day or more after the one before, of a card's first 64."""
    last: dict[int, datetime] = {}
    seen: Counter[int] = Counter()
    count = 0
    for review in sorted(reviews_for_fsrs(log), key=lambda one: one.review_datetime):
        card, at = review.card_id, review.review_datetime
        count += seen[card] < _MOST_OF_A_CARD and card in last and (at - last[card]).days > 0
        last[card] = at
        seen[card] += 1
    return count


def fitted_weights(log: Sequence[ReviewLogEntry]) -> Mapping[str, float]:
    """Return the weights that FSRS's optimizer fits to a log; takes seconds to minutes and cannot be stopped.

    The log has at least `FEWEST_FITTED` reviews that count.

    Raises:
        MissingExtra: If the optimizer is not installed.
    """
    if not optimizer_is_installed():
        raise MissingExtra(f"FSRS's own optimizer is not installed. Nothing was changed; install it with {COMMAND}.")
    from fsrs.optimizer import Optimizer  # noqa: PLC0415  # an optional extra that loads torch

    weights = Optimizer(reviews_for_fsrs(log)).compute_optimal_parameters()
    return dict(zip(FSRS_KEYS, (float(weight) for weight in weights), strict=True))


def _review(card: int, rating: fsrs.Rating, at_ms: int) -> fsrs.ReviewLog:
    instant = datetime.fromtimestamp(at_ms / 1000, UTC)
    return fsrs.ReviewLog(card_id=card, rating=rating, review_datetime=instant, review_duration=None)
