"""One number or an array of them: how formulas that take either read their arguments."""

import math

import numpy as np

from memento_gui.domain.arrays import FloatArray, IntArray
from memento_gui.engine.checks import check_range

Numbers = float | FloatArray | IntArray
"""One number, or an array of them; formulas broadcast."""


def checked(values: Numbers, what: str, *, low: float = -math.inf, high: float = math.inf) -> FloatArray:
    """Return ``values`` as float64, of the same shape (of no dimensions for one number).

    Raises:
        InvalidParameter: If one is NaN, infinite or outside the bounds; names what was given.
    """
    numbers = np.asarray(values, dtype=np.float64)
    check_range(numbers, what, low=low, high=high)
    return numbers
