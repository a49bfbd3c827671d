"""Where a label stands among falling curves: on no other label, and on as little of a curve as can be."""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF

from memento_gui.domain.arrays import FloatArray

Points = tuple[FloatArray, FloatArray]
"""x and y of a curve that only falls, from left to right, in pixels."""

_CLEAR: Final = 1.5
"""Pixels between a text and a curve that does not touch it."""
_HUG: Final = 6.0
_STEP: Final = 7.0
_ROWS: Final = 30


def boxes_along(near: Sequence[QPointF], size: QSizeF, curve: Points, room: QRectF) -> FloatArray:
    """Return boxes for a text, the best first: at ``near``, then close to its own curve, ever farther up and down.

    Args:
        near: Where the text's upper left corner would be best.
        size: The text's.
        curve: What it belongs to.
        room: Boxes outside are left out, unless all are.

    Returns:
        N x left, top, right, bottom.
    """
    x, y = curve
    width, height = size.width(), size.height()
    beyond = _STEP * np.arange(1, _ROWS + 1)
    highest, lowest = min(point.y() for point in near), max(point.y() for point in near)
    tops = np.ravel(np.column_stack((lowest + beyond, highest - beyond)))
    right = np.column_stack((np.interp(tops + height, y, x, left=np.nan, right=np.nan) + _HUG, tops))
    left = np.column_stack((np.interp(tops, y, x, left=np.nan, right=np.nan) - _HUG - width, tops))
    along = np.stack((right, left), axis=1).reshape(-1, 2)
    corners = np.concatenate((np.array([(point.x(), point.y()) for point in near]), along[~np.isnan(along[:, 0])]))
    boxes = np.column_stack((corners, corners + np.array([width, height])))
    inside = np.all(boxes[:, :2] >= (room.left(), room.top()), axis=1)
    inside &= np.all(boxes[:, 2:] <= (room.right(), room.bottom()), axis=1)
    return boxes[inside] if inside.any() else boxes


def best_box(boxes: FloatArray, taken: Iterable[QRectF], curves: Iterable[Points]) -> int:
    """Return which box to write in; the first of those that are as good.

    Args:
        boxes: N x left, top, right, bottom, in pixels; at least one.
        taken: What they must not lie on, before anything else.
        curves: What they are to cover as little of as can be.
    """
    on_taken = sum((_shared(boxes, box) for box in taken), np.zeros(len(boxes)))
    wider = boxes + np.array([-_CLEAR, -_CLEAR, _CLEAR, _CLEAR])
    on_curves = sum((length_inside(wider, x, y) for x, y in curves), np.zeros(len(boxes)))
    return int(np.lexsort((on_curves, on_taken))[0])


def length_inside(boxes: FloatArray, x: FloatArray, y: FloatArray) -> FloatArray:
    """Return about how many pixels of a falling curve lie in each of N boxes (N x left, top, right, bottom)."""
    left, top, right, bottom = boxes.T
    enters, leaves = np.interp(left, x, y), np.interp(right, x, y)
    across = np.minimum(right, np.interp(bottom, y, x)) - np.maximum(left, np.interp(top, y, x))
    down = np.minimum(bottom, leaves) - np.maximum(top, enters)
    touched = (enters <= bottom) & (leaves >= top)
    return np.where(touched, np.hypot(np.maximum(across, 0.0), np.maximum(down, 0.0)), 0.0)


def apart(centres: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Return heights for labels that want to be at ``centres``: moved as little as can be until they are ``gap`` apart.

    They stay between ``low`` and ``high`` while there is room for all.
    """
    order = sorted(range(len(centres)), key=lambda place: centres[place])
    pools: list[tuple[float, int]] = []  # mean and size of labels that touch each other, their gaps taken off
    for rank, place in enumerate(order):
        mean, size = centres[place] - rank * gap, 1
        while pools and pools[-1][0] > mean:
            before, many = pools.pop()
            mean, size = (before * many + mean * size) / (many + size), many + size
        pools.append((mean, size))
    last = max(high - (len(order) - 1) * gap, low)
    found = [0.0] * len(order)
    for rank, mean in enumerate(mean for mean, size in pools for _ in range(size)):
        found[order[rank]] = min(max(mean, low), last) + rank * gap
    return found


def _shared(boxes: FloatArray, other: QRectF) -> FloatArray:
    """Return how many square pixels each box shares with another one."""
    left, top, right, bottom = boxes.T
    width: FloatArray = np.maximum(np.minimum(right, other.right()) - np.maximum(left, other.left()), 0.0)
    height: FloatArray = np.maximum(np.minimum(bottom, other.bottom()) - np.maximum(top, other.top()), 0.0)
    return width * height
