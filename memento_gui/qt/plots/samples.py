"""Where curves are sampled: at most 200 points, close together where a fading curve is steep."""

from typing import Final

import numpy as np

from memento_gui.domain.arrays import FloatArray

POINTS: Final = 200


def days_to(end: float, *, start: float = 0.0) -> FloatArray:
    """Return 200 days from ``start`` to ``end``, quadratically denser towards ``start``."""
    return start + (end - start) * np.linspace(0.0, 1.0, POINTS) ** 2
