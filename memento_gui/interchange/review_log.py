"""Review logs as CSV, in the column names that the FSRS optimizer reads.

``card_id``, ``review_time`` (milliseconds since the Unix epoch, UTC), ``review_rating`` (1 to 4), ``review_state`` (0 new,
2 review, 3 relearning) and ``review_duration`` (milliseconds) are the optimizer's. ``timezone`` and ``next_day_starts_at``
are what it asks for beside the file. The rest is Memento's own, so that a log comes back whole.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from memento_gui.domain.errors import UnreadableSource
from memento_gui.domain.memory import Answer, ReviewLogEntry
from memento_gui.domain.parameters import SCHEDULERS

OPTIMIZER: Final = ("card_id", "review_time", "review_rating", "review_state", "review_duration")
DAYS: Final = ("timezone", "next_day_starts_at")
OWN: Final = (
    "id",
    "scheduler",
    "mode",
    "tau_before_days",
    "tau_after_days",
    "interval_before_days",
    "interval_after_days",
    "elapsed_days",
    "predicted_recall",
)
_NUMBERS: Final = OWN[3:]
_MOST_CHARACTERS: Final = 200
NEW, REVIEW, RELEARNING = 0, 2, 3


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedAnswer:
    """One answer of a file; ``entry`` is there where the file knows all that Memento keeps of it."""

    memory_id: str
    answered_ms: int
    answer: Answer
    duration_ms: int | None
    entry: ReviewLogEntry | None


def to_csv(log: Iterable[ReviewLogEntry], *, timezone: str, day_starts_at: int) -> str:
    """Return a review log, oldest answers first, as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow((*OPTIMIZER, *DAYS, *OWN))
    last: dict[str, Answer] = {}
    for entry in log:
        before = last.get(entry.memory_id)
        state = NEW if before is None else RELEARNING if before is Answer.BAD else REVIEW
        last[entry.memory_id] = entry.answer
        duration = "" if entry.duration_ms is None else entry.duration_ms
        ids = (entry.memory_id, entry.answered_ms, entry.answer.rating, state, duration)
        own = (entry.id, entry.scheduler, entry.mode, *(repr(float(getattr(entry, name))) for name in _NUMBERS))
        writer.writerow((*ids, timezone, day_starts_at, *own))
    return out.getvalue()


def from_csv(text: str) -> tuple[list[LoggedAnswer], int]:
    """Return the answers of a file, oldest first, and how many lines hold none.

    Raises:
        UnreadableSource: If it lacks the columns ``card_id``, ``review_time`` and ``review_rating``.
    """
    reader = csv.DictReader(io.StringIO(text))
    try:
        columns = set(reader.fieldnames or ())
        if not set(OPTIMIZER[:3]) <= columns:
            raise UnreadableSource(
                "This is no review log: the columns card_id, review_time and review_rating are not all there. Nothing was "
                "imported; choose another file."
            )
        read = [_answer(row) for row in _rows(reader)]
    except csv.Error as error:
        raise UnreadableSource(f"This review log cannot be read: {error}. Nothing was imported.") from error
    found = [answer for answer in read if answer is not None]
    return sorted(found, key=lambda answer: (answer.answered_ms, answer.memory_id)), len(read) - len(found)


def _rows(reader: "csv.DictReader[str]") -> Iterator[Mapping[str, str]]:
    for row in reader:
        yield {name: value for name, value in row.items() if isinstance(name, str) and isinstance(value, str)}


def _answer(row: Mapping[str, str]) -> LoggedAnswer | None:
    try:
        rating, answered = int(row["review_rating"]), int(row["review_time"])
        duration = int(row["review_duration"]) if row.get("review_duration") else None
        identity = row["card_id"]
        if not 1 <= rating <= 4 or answered < 0 or (duration or 0) < 0 or not identity:
            return None
    except (KeyError, ValueError):
        return None
    answer = list(Answer)[rating - 1]
    entry = _entry(row, identity, answered, answer, duration)
    return LoggedAnswer(memory_id=identity, answered_ms=answered, answer=answer, duration_ms=duration, entry=entry)


def _entry(
    row: Mapping[str, str], identity: str, answered: int, answer: Answer, duration: int | None
) -> ReviewLogEntry | None:
    try:
        numbers: dict[str, Any] = {name: float(row[name]) for name in _NUMBERS}
        words: dict[str, Any] = {name: row[name] for name in OWN[:3]}
    except (KeyError, ValueError):
        return None
    sensible = all(0.0 <= value < float("inf") for value in numbers.values()) and numbers["predicted_recall"] <= 1.0
    if (
        not sensible
        or words["scheduler"] not in SCHEDULERS
        or not all(0 < len(word) <= _MOST_CHARACTERS for word in words.values())
    ):
        return None
    return ReviewLogEntry(memory_id=identity, answered_ms=answered, answer=answer, duration_ms=duration, **words, **numbers)
