"""Finding duplicates: of one memory among all, and of all among all."""

import statistics
import time
from collections.abc import Callable

import numpy as np

from memento_gui.domain.arrays import VectorArray
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.links import near_pairs
from memento_gui.search.vectors import VectorIndex
from tests.bench.figures import Figure, paired_ms, slower
from tests.bench.passages import vectors

DIMENSIONS = 384
MOST = 32_768
"""Of more memories all pairs take minutes, and the ratio is the same."""

_SIDE, _ROUNDS = 2_048, 2


def comparing(count: int) -> list[Figure]:
    """Compare one with all: against one pass over the vectors; and all with all: against half of the matrix product."""
    matrix = np.concatenate(list(vectors(count, DIMENSIONS)))
    index, threshold = VectorIndex(np.arange(count), matrix), ParameterSet().forgetting.duplicate_similarity
    places = [str(place) for place in np.random.default_rng(4).integers(0, count, 40)]
    one, base = paired_ms(
        lambda place: index.similar(matrix[int(place)], threshold),
        lambda place: np.vecdot(matrix, matrix[int(place)]),
        places,
        rounds=3,
    )
    some = matrix[:MOST]
    return [
        slower("duplicates of one memory", one.median, "one np.vecdot", base.median, 1.3, count=count),
        _all_pairs(some, ParameterSet().decay.cluster_link),
    ]


def _all_pairs(matrix: VectorArray, threshold: float) -> Figure:
    buffer = np.empty((_SIDE, _SIDE), dtype=np.float32)
    squares = range(0, len(matrix), _SIDE)

    def ours() -> object:
        return [len(part) for part in near_pairs(matrix, threshold)]

    def product() -> None:
        for top in squares:
            for left in squares:
                rows, columns = matrix[top : top + _SIDE], matrix[left : left + _SIDE]
                np.matmul(rows, columns.T, out=buffer[: len(rows), : len(columns)])

    times = [(_ms(ours), _ms(product) / 2) for _ in range(_ROUNDS)]
    work, half = (statistics.median(part) for part in zip(*times, strict=True))
    return slower("all pairs of duplicates", work, "half of the matrix product", half, 1.3, count=len(matrix))


def _ms(work: Callable[[], object]) -> float:
    """Return the processor time of all threads: a matrix product uses every core."""
    started = time.process_time()
    work()
    return (time.process_time() - started) * 1000
