"""The review queue: which cards are due, in which order, and which memories become cards today."""

import zlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from memento_gui.domain.arrays import BoolArray, CodeArray, FloatArray, IntArray
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.memory import TYPES
from memento_gui.domain.parameters import ParameterSet, ReviewParameters
from memento_gui.domain.review_rules import ReviewRules
from memento_gui.engine.decay import danger_zone, decay_scores
from memento_gui.review.cards import ReviewTable
from memento_gui.review.schedulers import scheduler

_NOBODY: Final = -1
_USUAL: Final = ReviewRules()


@dataclass(frozen=True, slots=True, kw_only=True)
class Queue:
    """What there is to review today.

    ``due`` are rows of the review table, the next one first, and ``recall`` their recall now; ``waiting`` is how many are
    due with those that the daily limit leaves for later. ``new`` are rows of the feature table that become cards today,
    after the due ones.
    """

    due: IntArray
    recall: FloatArray
    new: IntArray
    waiting: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Today:
    """The review day in which a queue is built: its first instant, the next day's, and now.

    ``ahead_ms`` later cards are asked too.
    """

    start_ms: int
    end_ms: int
    now_ms: int
    ahead_ms: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What a session asks for beyond the rules: an order, and which cards.

    ``among`` marks memories of the feature table (N) whose cards are asked whether they are due or not, unless they were
    answered since ``since_ms``. ``done`` of today's answers count against the daily limit. ``tags`` is needed by the order
    by tag. ``seed`` makes the random order: the same seed keeps the order while cards leave the queue.
    """

    order: str = ""
    among: BoolArray | None = None
    since_ms: int = 0
    done: int = 0
    tags: Mapping[str, Sequence[str]] = field(default_factory=dict)
    seed: int = 0


_NO_WISH: Final = Wish()


def build(  # noqa: PLR0913  # what a queue is made of, by keyword
    cards: ReviewTable,
    table: FeatureTable,
    parameters: ParameterSet,
    *,
    today: Today,
    rules: ReviewRules = _USUAL,
    wish: Wish = _NO_WISH,
    rows: IntArray | None = None,
    introduced: BoolArray | None = None,
) -> Queue:
    """Return today's queue.

    Args:
        cards: Every review card, in any order; those of unknown memories are left out.
        table: Every memory.
        parameters: Scheduler, order, introduction rule and decay.
        today: The review day.
        rules: Daily limit and introduction rule.
        wish: What the session asks for.
        rows: `rows_of` the cards, if known.
        introduced: Which memories the tags and the query of the rules name, N; see `introducible`.
    """
    rows = rows_of(cards, table) if rows is None else rows
    asked = due_mask(cards, table, rows, today=today) if wish.among is None else _among(cards, table, rows, wish, today)
    due = np.flatnonzero(asked)
    room = max(rules.due_per_day - (wish.done if wish.among is None else 0), 0)
    picked, recall = _first(cards, due, table, rows, parameters, rules=rules, today=today, wish=wish, room=room)
    new = _introduced_today(cards, table, rows, parameters, rules=rules, today=today, wish=wish, introduced=introduced)
    return Queue(due=picked, recall=recall, new=new, waiting=len(due))


def _first(  # noqa: PLR0913
    cards: ReviewTable,
    due: IntArray,
    table: FeatureTable,
    rows: IntArray,
    parameters: ParameterSet,
    *,
    rules: ReviewRules,
    today: Today,
    wish: Wish,
    room: int,
) -> tuple[IntArray, FloatArray]:
    """The first ``room`` of the due cards in order, and their recall; only as many as fit are sorted."""
    picked = cards.take(due)
    recall = recalls(picked, table.type[rows[due]], parameters.review, rules, today.now_ms)
    key = _key(picked, recall, rows[due], table, parameters, today=today, wish=wish)
    if 0 < room < len(due):
        edge = np.partition(key, room - 1)[room - 1]
        close = np.flatnonzero(key <= edge)
        picked, due, recall, key = picked.take(close), due[close], recall[close], key[close]
    first = np.lexsort((picked.ids.astype(np.str_), picked.due_ms, key))[:room]
    return due[first], recall[first]


def _introduced_today(  # noqa: PLR0913
    cards: ReviewTable,
    table: FeatureTable,
    rows: IntArray,
    parameters: ParameterSet,
    *,
    rules: ReviewRules,
    today: Today,
    wish: Wish,
    introduced: BoolArray | None,
) -> IntArray:
    """Memories that become cards now. A session of its own choice may introduce any of its memories, within the number."""
    known = np.zeros(len(table), dtype=np.bool_)
    known[rows[rows != _NOBODY]] = True
    most = new_today(cards, parameters.review, today=today)
    if wish.among is not None:
        wanted = wish.among & table.active & ~known
        return _by_worth(table, wanted, most)
    return introducible(table, parameters.review, known=known, rules=rules, named=introduced, most=most)


def _among(cards: ReviewTable, table: FeatureTable, rows: IntArray, wish: Wish, today: Today) -> BoolArray:
    asked = askable(cards, table, rows, now_ms=today.now_ms)
    assert wish.among is not None
    asked[asked] = wish.among[rows[asked]]
    return asked & ~((cards.reviews > 0) & (cards.since_ms >= wish.since_ms))


def recalls(
    cards: ReviewTable, types: CodeArray, parameters: ReviewParameters, rules: ReviewRules, now_ms: int
) -> FloatArray:
    """Return how likely each of K cards is recalled now, each by its own type's scheduler."""
    used = {kind.value: rules.scheduled(parameters, kind.value) for kind in TYPES}
    if len(set(used.values())) == 1:
        return scheduler(next(iter(used.values()))).recalls(cards, now_ms)
    result = np.ones(len(cards))
    for code, kind in enumerate(TYPES):
        own = np.flatnonzero(types == code)
        if len(own):
            result[own] = scheduler(used[kind.value]).recalls(cards.take(own), now_ms)
    return result


def rows_of(cards: ReviewTable, table: FeatureTable) -> IntArray:
    """Return each card's row in the feature table, or -1 where the memory does not exist any more."""
    row_of = table.row_of
    return np.fromiter((row_of.get(identity, _NOBODY) for identity in cards.ids), dtype=np.int64, count=len(cards))


def due_mask(cards: ReviewTable, table: FeatureTable, rows: IntArray, *, today: Today) -> BoolArray:
    """Return which cards are asked today: due before the next day begins, not set aside, and their memory in use.

    A card that was answered today comes again today only when its interval has passed: else a short one would be asked over
    and over.
    """
    waits = (cards.reviews > 0) & (cards.since_ms >= today.start_ms) & (cards.due_ms > today.now_ms)
    return askable(cards, table, rows, now_ms=today.now_ms) & (cards.due_ms < today.end_ms + today.ahead_ms) & ~waits


def askable(cards: ReviewTable, table: FeatureTable, rows: IntArray, *, now_ms: int) -> BoolArray:
    """Return which cards may be asked at all: neither suspended nor buried, and their memory active, not in the trash."""
    return in_use(table, rows) & ~cards.suspended & (cards.buried_until_ms <= now_ms)


def in_use(table: FeatureTable, rows: IntArray) -> BoolArray:
    """Return which of these rows, as `rows_of` gives them, are memories that exist, are active and not in the trash."""
    if not len(table):
        return np.zeros(len(rows), dtype=np.bool_)
    used: BoolArray = table.active[rows] & (rows != _NOBODY)
    return used


def _key(  # noqa: PLR0913
    cards: ReviewTable,
    recall: FloatArray,
    rows: IntArray,
    table: FeatureTable,
    parameters: ParameterSet,
    *,
    today: Today,
    wish: Wish,
) -> FloatArray:
    """What K due cards are sorted by; ties go by due instant, then by id."""
    match wish.order or parameters.review.order:
        case "lowest_recall":
            return recall
        case "danger_zone":
            scores = decay_scores(table.take(rows), parameters.decay, now_ms=today.now_ms)
            return -danger_zone(scores, parameters.decay)
        case "random":
            return np.array([zlib.crc32(f"{wish.seed} {i}".encode()) for i in cards.ids], dtype=np.float64)
        case "tag":
            first = [min(wish.tags.get(str(i), ()), default="\U0010ffff").casefold() for i in cards.ids]
            return np.unique(np.array(first, dtype=np.str_), return_inverse=True)[1].astype(np.float64)
        case _:
            return cards.due_ms.astype(np.float64)


def introducible(
    table: FeatureTable,
    parameters: ReviewParameters,
    *,
    known: Collection[str] | BoolArray,
    rules: ReviewRules = _USUAL,
    named: BoolArray | None = None,
    most: int | None = None,
) -> IntArray:
    """Return the rows of memories that may become cards: pinned ones first, then by importance, then in import order.

    Args:
        table: Every memory; those in the trash or not active do not qualify.
        parameters: The importance from which memories of the rules' types are introduced.
        known: Which memories are cards already: their ids, or a mask of N.
        rules: Which memories qualify.
        named: Which memories have one of the rules' tags or pass their query, N.
        most: How many, at most.
    """
    types = [code for code, kind in enumerate(TYPES) if kind.value in rules.types]
    of_type = np.zeros(len(TYPES), dtype=np.bool_)
    of_type[types] = True
    wanted = of_type[table.type] & (table.importance >= parameters.introduce_importance)
    if rules.pinned:
        wanted |= table.pinned
    if named is not None:
        wanted |= named
    wanted &= table.active
    if isinstance(known, np.ndarray):
        wanted &= ~known
    else:
        wanted[[table.row_of[i] for i in known if i in table.row_of]] = False
    return _by_worth(table, wanted, most)


def _by_worth(table: FeatureTable, wanted: BoolArray, most: int | None) -> IntArray:
    """The wanted rows, pinned ones first, then by importance, then in import order; only as many as asked are sorted."""
    rows = np.flatnonzero(wanted)
    if most == 0:
        return rows[:0]
    worth = table.importance[rows] + 2.0 * table.pinned[rows]
    if most is not None and most < len(rows):
        close = np.flatnonzero(worth >= -np.partition(-worth, most - 1)[most - 1])
        rows, worth = rows[close], worth[close]
    return rows[np.lexsort((table.ordinal[rows], -worth))][:most]


def new_today(cards: ReviewTable, parameters: ReviewParameters, *, today: Today) -> int:
    """Return how many memories may still become cards today, after those that already did."""
    introduced = (cards.introduced_ms >= today.start_ms) & (cards.introduced_ms < today.end_ms)
    return max(0, parameters.new_per_day - int(np.count_nonzero(introduced)))
