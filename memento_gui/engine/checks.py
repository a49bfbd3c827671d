"""What every formula refuses: NaN and infinity in its data, and numbers that cannot be."""

import math
import sys
from typing import Final

import numpy as np

from memento_gui.domain.arrays import FloatArray, IntArray
from memento_gui.domain.errors import InvalidParameter

_LARGEST: Final = sys.float_info.max


def check_range(
    values: FloatArray | IntArray, what: str, *, low: float = -math.inf, high: float = math.inf
) -> tuple[float, float]:
    """Refuse numbers outside ``low``..``high``; NaN and infinity always.

    Args:
        values: Any shape; an empty array passes.
        what: Names the numbers in the message: ``ages``.
        low: The smallest number allowed.
        high: The largest number allowed.

    Returns:
        The smallest and the largest; zeros for an empty array.

    Raises:
        InvalidParameter: If one is not allowed.
    """
    if values.size == 0:
        return 0.0, 0.0
    smallest = float(np.minimum.reduce(values, axis=None))  # what values.min() calls; both pass a NaN on
    largest = float(np.maximum.reduce(values, axis=None))
    if not (max(low, -_LARGEST) <= smallest and largest <= min(high, _LARGEST)):
        given = f"{smallest:g} to {largest:g}" if smallest < largest else f"{smallest:g}"
        raise InvalidParameter(f"The {what} must be {_bounds(low, high)}; given: {given}. Nothing was computed.")
    return smallest, largest


def check_number(value: float, what: str, *, low: float = -math.inf, high: float = math.inf) -> None:
    """Refuse one number outside ``low``..``high``; NaN and infinity always.

    Raises:
        InvalidParameter: If it is not allowed.
    """
    if not max(low, -_LARGEST) <= value <= min(high, _LARGEST):
        raise InvalidParameter(f"The {what} must be {_bounds(low, high)}; given: {value:g}. Nothing was computed.")


def _bounds(low: float, high: float) -> str:
    if math.isfinite(high):
        return f"between {low:g} and {high:g}"
    return f"finite and at least {low:g}" if math.isfinite(low) else "finite"
