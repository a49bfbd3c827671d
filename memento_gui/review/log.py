"""The review log: what an answer changed, as one entry."""

from memento_gui.domain.memory import Answer, ReviewLogEntry, ReviewState
from memento_gui.review.schedulers import Scheduler, elapsed_days


def log_entry(  # noqa: PLR0913  # what the entry records, by keyword
    before: ReviewState,
    after: ReviewState,
    answer: Answer,
    *,
    model: Scheduler,
    identity: str,
    mode: str = "rehearse",
    duration_ms: int | None = None,
) -> ReviewLogEntry:
    """Return the entry for an answer.

    Args:
        before: The card as it was asked; for a new card, as it was introduced.
        after: What the scheduler made of it.
        answer: The answer.
        model: The scheduler that was asked.
        identity: Id of the entry.
        mode: ``rehearse`` (cue first) or ``curate`` (whole text at once).
        duration_ms: How long the answer took, where that is known.

    Raises:
        ValueError: If ``after`` was never answered, or belongs to another memory.
    """
    if after.last_review_ms is None or after.memory_id != before.memory_id:
        raise ValueError("an entry needs the state of the same card after its answer")
    return ReviewLogEntry(
        id=identity,
        memory_id=before.memory_id,
        answered_ms=after.last_review_ms,
        answer=answer,
        scheduler=model.name,
        mode=mode,
        tau_before_days=before.tau_days,
        tau_after_days=after.tau_days,
        interval_before_days=before.interval_days,
        interval_after_days=after.interval_days,
        elapsed_days=elapsed_days(before, after.last_review_ms),
        predicted_recall=model.recall(before, after.last_review_ms),
        duration_ms=duration_ms,
    )
