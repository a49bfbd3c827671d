"""The review queue: which cards are due, in which order, and which memories become cards today."""

import zlib
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

import numpy as np

from memento_gui.domain.arrays import BoolArray, FloatArray, IntArray
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.memory import TYPES, MemoryType
from memento_gui.domain.parameters import ParameterSet, ReviewParameters
from memento_gui.engine.decay import danger_zone, decay_scores
from memento_gui.review.cards import ReviewTable
from memento_gui.review.schedulers import scheduler

_INTRODUCED_TYPES: Final = [TYPES.index(MemoryType.SEMANTIC), TYPES.index(MemoryType.PROCEDURAL)]
_NOBODY: Final = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Queue:
    """What there is to review today.

    ``due`` are rows of the review table, the next one first, and ``recall`` their recall now; ``new`` are rows of the
    feature table that become cards today, after the due ones.
    """

    due: IntArray
    recall: FloatArray
    new: IntArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Today:
    """The review day in which a queue is built: its first instant, the next day's, and now."""

    start_ms: int
    end_ms: int
    now_ms: int


def build(cards: ReviewTable, table: FeatureTable, parameters: ParameterSet, *, today: Today, seed: int = 0) -> Queue:
    """Return today's queue.

    Args:
        cards: Every review card, in any order; those of unknown memories are left out.
        table: Every memory.
        parameters: Scheduler, order, introduction rule and decay.
        today: The review day.
        seed: Of the random order; the same seed keeps the order while cards leave the queue.
    """
    rows = rows_of(cards, table)
    due = np.flatnonzero(due_mask(cards, table, rows, today=today))
    model = scheduler(parameters.review)
    picked = cards.take(due)
    recall = model.recalls(picked, today.now_ms)
    first = order(picked, recall, table.take(rows[due]), parameters, today=today, seed=seed)
    new = introducible(table, parameters.review, known=set(cards.ids))
    return Queue(due=due[first], recall=recall[first], new=new[: new_today(cards, parameters.review, today=today)])


def rows_of(cards: ReviewTable, table: FeatureTable) -> IntArray:
    """Return each card's row in the feature table, or -1 where the memory does not exist any more."""
    row_of = table.row_of
    return np.fromiter((row_of.get(identity, _NOBODY) for identity in cards.ids), dtype=np.int64, count=len(cards))


def due_mask(cards: ReviewTable, table: FeatureTable, rows: IntArray, *, today: Today) -> BoolArray:
    """Return which cards are asked today: due before the next day begins, not set aside, and their memory in use."""
    return askable(cards, table, rows, now_ms=today.now_ms) & (cards.due_ms < today.end_ms)


def askable(cards: ReviewTable, table: FeatureTable, rows: IntArray, *, now_ms: int) -> BoolArray:
    """Return which cards may be asked at all: neither suspended nor buried, and their memory active, not in the trash."""
    return in_use(table, rows) & ~cards.suspended & (cards.buried_until_ms <= now_ms)


def in_use(table: FeatureTable, rows: IntArray) -> BoolArray:
    """Return which of these rows, as `rows_of` gives them, are memories that exist, are active and not in the trash."""
    used = np.zeros(len(rows), dtype=np.bool_)
    known = rows != _NOBODY
    used[known] = table.active[rows[known]]
    return used


def order(
    cards: ReviewTable, recall: FloatArray, memories: FeatureTable, parameters: ParameterSet, *, today: Today, seed: int
) -> IntArray:
    """Return the rows of ``cards`` in the order that the parameters ask for; ties by due instant, then by id.

    Args:
        cards: K cards.
        recall: Their recall now, K.
        memories: Their memories, K rows in the same order.
        parameters: Order and decay.
        today: The review day.
        seed: Of the random order.
    """
    match parameters.review.order:
        case "lowest_recall":
            key = recall
        case "danger_zone":
            scores = decay_scores(memories, parameters.decay, now_ms=today.now_ms)
            key = -danger_zone(scores, parameters.decay)
        case "random":
            key = np.array([zlib.crc32(f"{seed} {identity}".encode()) for identity in cards.ids], dtype=np.float64)
        case _:
            key = np.zeros(len(cards))
    return np.lexsort((cards.ids.astype(np.str_), cards.due_ms, key))


def introducible(table: FeatureTable, parameters: ReviewParameters, *, known: Collection[str]) -> IntArray:
    """Return the rows of memories that may become cards: pinned ones first, then by importance, then in import order.

    A memory qualifies when it is pinned, or semantic or procedural and important enough by its own importance; it must
    be active and not in the trash.

    Args:
        table: Every memory.
        parameters: The importance from which memories are introduced.
        known: Ids that are cards already.
    """
    lasting = np.isin(table.type, _INTRODUCED_TYPES)
    wanted = table.pinned | (lasting & (table.importance >= parameters.introduce_importance))
    rows = np.flatnonzero(wanted & table.active)
    rows = rows[np.fromiter((table.ids[row] not in known for row in rows), dtype=np.bool_, count=len(rows))]
    return rows[np.lexsort((table.ordinal[rows], -table.importance[rows], ~table.pinned[rows]))]


def new_today(cards: ReviewTable, parameters: ReviewParameters, *, today: Today) -> int:
    """Return how many memories may still become cards today, after those that already did."""
    introduced = (cards.introduced_ms >= today.start_ms) & (cards.introduced_ms < today.end_ms)
    return max(0, parameters.new_per_day - int(np.count_nonzero(introduced)))
