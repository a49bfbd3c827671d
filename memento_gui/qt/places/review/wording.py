"""Sentences and numbers of the Review place."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

import numpy as np

from memento_gui.domain.clock import local_datetime
from memento_gui.domain.memory import Answer, Memory, ReviewState
from memento_gui.domain.parameters import ReviewParameters
from memento_gui.domain.review_rules import ReviewRules
from memento_gui.domain.review_session import ReviewSession
from memento_gui.model.values import Card, ReviewQueue
from memento_gui.qt.phrases import ago_text, count_text, days_between
from memento_gui.qt.places.review.loading import Statistics, Today

LABELS: Final[Mapping[Answer, str]] = {
    Answer.BAD: "Bad",
    Answer.HARD: "Hard",
    Answer.OK: "Ok",
    Answer.HELPFUL: "Helpful",
}
HINTS: Final[Mapping[Answer, str]] = {
    Answer.BAD: "missed it",
    Answer.HARD: "slowly",
    Answer.OK: "knew it",
    Answer.HELPFUL: "needed it",
}
ORDERS: Final = (
    ("lowest_recall", "Lowest recall first"),
    ("danger_zone", "Danger zone first"),
    ("due", "Due date first"),
    ("random", "Random order"),
    ("tag", "By tag"),
)
NO_CARDS: Final = "No cards yet"
_DAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def interval_text(days: float) -> str:
    """Return an interval: ``40 min``, ``5 h``, ``9.6 d``, ``128 d``, ``3.2 y``."""
    if days < 1 / 24:
        return f"{max(1, round(days * 1440))} min"
    if days < 0.95:
        return f"{days * 24:.0f} h"
    if days < 99.95:
        return f"{days:.1f} d"
    return f"{days:.0f} d" if days < 730 else f"{days / 365:.1f} y"


def due_text(due_ms: int, now_ms: int) -> str:
    """Return the day something falls due: ``today``, ``Sun 19 Jul``, with the year where it is another."""
    due, now = local_datetime(due_ms), local_datetime(now_ms)
    if due.date() == now.date():
        return f"today {due:%H:%M}"
    day = f"{due.day} {_MONTHS[due.month - 1]}"
    return f"{_DAYS[due.weekday()]} {day}" if due.year == now.year else f"{day} {due.year}"


def age_sentence(memory: Memory, now_ms: int) -> str:
    """Return how old a memory is and how often it was cited: ``8 weeks old, cited 4 times``."""
    ago = ago_text(days_between(now_ms, memory.created_ms))
    age = "new" if ago == "just now" else ago.removesuffix(" ago") + " old"
    if not memory.cites:
        return age
    return f"{age}, cited {'once' if memory.cites == 1 else count_text(memory.cites, 'time', 'times')}"


def recall_text(card: Card) -> tuple[str, str]:
    """Return what stands at the right of the cue: words, and the number that counts."""
    return ("", "new card") if card.is_new else ("predicted recall", f"{card.recall:.2f}")


def facts_text(state: ReviewState | None, now_ms: int) -> str:
    """Return what is known of a card: ``5 answers, 2 bad · last 9 d ago · interval 6.0 d · τ 16.9 d``."""
    if state is None:
        return "A new card: answering it sets its first interval"
    if state.last_review_ms is None:
        return f"Not answered yet · interval {interval_text(state.interval_days)}"
    answers = count_text(state.reviews, "answer", "answers")
    bad = f", {state.lapses} bad" if state.lapses else ""
    last = f"last {ago_text(days_between(now_ms, state.last_review_ms))}"
    lengths = f"interval {interval_text(state.interval_days)} · τ {interval_text(state.tau_days)}"
    return f"{answers}{bad} · {last} · {lengths}"


def progress_text(queue: ReviewQueue) -> tuple[str, str, str]:
    """Return ``Due 12 · New 3 ·``, ``Done 5`` and ``· about 3 min left``."""
    left = queue.due + queue.new
    rest = ""
    if queue.seconds_a_card and left:
        rest = f"· about {max(1, round(queue.seconds_a_card * left / 60))} min left"
    return f"Due {queue.due:,} · New {queue.new:,} ·", f"Done {queue.done:,}", rest


def session_text(session: ReviewSession) -> str:
    """Return what makes a session unusual, or nothing."""
    if session.query:
        return f"Only: {session.query}"
    if session.ahead_days:
        return f"{count_text(session.ahead_days, 'day', 'days')} ahead"
    return ""


def reminder_text(at: str) -> str:
    """Return when one is reminded, from a time of day such as ``17:30``, or an empty string."""
    return f"Reminder at {at}" if at else "No reminder"


def rule_sentence(parameters: ReviewParameters, rules: ReviewRules) -> str:
    """Return how memories become cards."""
    reasons = ["pinned ones"] if rules.pinned else []
    if rules.types:
        kinds = " and ".join(rules.types)
        reasons.append(f"{kinds} ones with an importance of at least {parameters.introduce_importance:.2f}")
    if rules.tags:
        reasons.append(f"those tagged {' or '.join(rules.tags)}")
    if rules.query:
        reasons.append(f"those that pass “{rules.query}”")
    if not reasons:
        return "No memory becomes a card by itself; change the rules to say which should."
    return f"Memories that become cards: {', '.join(reasons)}; at most {parameters.new_per_day} new ones a day."


def ending(today: Today, statistics: Statistics | None) -> tuple[str, str]:
    """Return heading and text of the screen without a card."""
    queue = today.queue
    tomorrow, ahead = _ahead(statistics)
    if today.session.query or today.session.ahead_days:
        said = f"{_answers(queue)} " if queue.done else ""
        return f"No more cards for “{session_text(today.session)}”", f"{said}{tomorrow}".strip()
    if queue.done:
        later = f" {count_text(queue.later, 'card waits', 'cards wait')} beyond the daily limit." if queue.later else ""
        return "Done for today", f"{_answers(queue)}{later} {tomorrow}".strip()
    if ahead or queue.later:
        return "Nothing is due today", tomorrow
    return NO_CARDS, rule_sentence(today.parameters, today.rules)


def _answers(queue: ReviewQueue) -> str:
    """Return ``3 answers: 1 bad, 2 ok. 2 intervals grew, 1 shrank.``, as one line."""
    listed = [f"{queue.answers[answer]} {LABELS[answer].lower()}" for answer in Answer if queue.answers.get(answer)]
    moved = [f"{count_text(queue.grown, 'interval', 'intervals')} grew"] if queue.grown else []
    if queue.shrunk:
        moved.append(
            f"{count_text(queue.shrunk, 'interval', 'intervals')} shrank" if not moved else f"{queue.shrunk} shrank"
        )
    text = f"{count_text(queue.done, 'answer', 'answers')}: {', '.join(listed)}."
    return f"{text} {', '.join(moved)}." if moved else text


def _ahead(statistics: Statistics | None) -> tuple[str, int]:
    """What is due tomorrow, or when the next card is; and how many are due at all."""
    if statistics is None:
        return "", 0
    counts = statistics.due.counts
    later = np.flatnonzero(counts[1:]) + 1
    total = statistics.due.total
    if not len(later):
        return f"Nothing is due in the {len(counts) - 1} days after today.", total
    first = int(later[0])
    count = count_text(int(counts[first]), "card is", "cards are")
    if first == 1:
        return f"{count} due tomorrow.", total
    day = statistics.today + timedelta(days=first)
    return f"Nothing is due tomorrow; {count} due on {_DAYS[day.weekday()]} {day.day} {_MONTHS[day.month - 1]}.", total
