"""What is known of every memory as a review card, as masks and columns: filters and tables ask for them.

Rows are those of the deck's table, which are `Library.features`' own.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from memento_gui.domain.arrays import BoolArray, FloatArray
from memento_gui.domain.clock import DAY_MS
from memento_gui.domain.memory import ReviewState
from memento_gui.model.reviews.reviewing import Reviews
from memento_gui.review import queue


def due_mask(reviews: Reviews) -> BoolArray:
    """Return which memories are due today."""
    deck = reviews.deck()
    mask = np.zeros(len(deck.table), dtype=np.bool_)
    mask[deck.rows[queue.due_mask(deck.cards, deck.table, deck.rows, today=reviews.moment())]] = True
    return mask


def new_mask(reviews: Reviews) -> BoolArray:
    """Return which memories may become cards; the rules' own query is not asked, as it might ask this."""
    rows = reviews.introducible(replace(reviews.rules(), query=""), reviews.parameters())
    mask = np.zeros(len(reviews.deck().table), dtype=np.bool_)
    mask[rows[rows < len(mask)]] = True  # a purge between the two makes the table shorter
    return mask


def state_mask(reviews: Reviews, wanted: Callable[[ReviewState], bool]) -> BoolArray:
    """Return which memories have a card of which ``wanted`` is true."""
    deck = reviews.deck()
    mask = np.zeros(len(deck.table), dtype=np.bool_)
    mask[[deck.table.row_of[i] for i, s in deck.states.items() if i in deck.table.row_of and wanted(s)]] = True
    return mask


def reviewed_days(reviews: Reviews) -> FloatArray:
    """Return the days since each memory was last reviewed; NaN for those that never were."""
    deck = reviews.deck()
    column = np.full(len(deck.table), np.nan)
    known = (deck.rows >= 0) & (deck.cards.reviews > 0)
    column[deck.rows[known]] = deck.cards.elapsed_days(reviews.moment().now_ms)[known]
    return column


def due_days(reviews: Reviews) -> FloatArray:
    """Return the days until each memory's card is asked, negative ones past; NaN without a card, or where it rests."""
    deck = reviews.deck()
    column = np.full(len(deck.table), np.nan)
    asked = (deck.rows >= 0) & ~deck.cards.suspended
    due_ms = np.maximum(deck.cards.due_ms, deck.cards.buried_until_ms)[asked]
    column[deck.rows[asked]] = (due_ms - reviews.moment().now_ms) / DAY_MS
    return column


def recalls(reviews: Reviews) -> FloatArray:
    """Return each memory's predicted recall; NaN for those that are no cards."""
    deck = reviews.deck()
    column = np.full(len(deck.table), np.nan)
    known = np.flatnonzero(deck.rows >= 0)
    rows = deck.rows[known]
    column[rows] = queue.recalls(
        deck.cards.take(known),
        deck.table.type[rows],
        reviews.parameters().review,
        reviews.rules(),
        reviews.moment().now_ms,
    )
    return column
