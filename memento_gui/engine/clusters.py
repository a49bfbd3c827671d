"""Clusters: groups of memories that say nearly the same, never too large to look at."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np

from memento_gui.domain.arrays import FloatArray, IntArray, VectorArray
from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.parameters import DecayParameters
from memento_gui.engine.links import Links, Progress, confirmed, near_pairs


class Suggestion(StrEnum):
    """What the cohesion of a cluster suggests."""

    MERGE = "merge"
    LOOK = "look"
    APART = "keep apart"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """Rows that belong together, ascending; ``cohesion`` is their mean pairwise similarity.

    A cluster of one was cut off from a group that was too large. ``likely`` are the pairs of likely duplicates in it.
    """

    rows: IntArray
    cohesion: float
    suggestion: Suggestion
    likely: tuple[tuple[int, int], ...]

    def __len__(self) -> int:
        return len(self.rows)


def clusters(  # noqa: PLR0913  # what is known beforehand has defaults
    vectors: VectorArray | FloatArray,
    ids: Sequence[str],
    parameters: DecayParameters,
    *,
    texts_of: Callable[[list[int]], Mapping[int, str]] | None = None,
    settled: IntArray | None = None,
    links: Iterable[Links] | None = None,
    progress: Progress | None = None,
    cancel: CancelToken | None = None,
) -> tuple[Cluster, ...]:
    """Return the clusters of N memories, the most cohesive first, those of one last.

    Args:
        vectors: N×D, each row of length 1.
        ids: N ids; equal similarities go by them.
        parameters: The linking similarity, the largest size and what cohesion suggests.
        texts_of: Gives the texts of linked rows, for the check of texts that are mostly not Latin; None leaves it out.
        settled: P×2 rows: pairs about which a person has decided. They are no link, and not likely.
        links: All near pairs, where they are known already; by default every pair is compared.
        progress: Told how many memories have been compared.
        cancel: Asked between blocks.

    Raises:
        InvalidParameter: If a vector holds NaN.
        Cancelled: If asked to stop.

    Source: CortexGraph, clustering by embeddings; it drops members of large clusters, this cuts and keeps everyone.
    """
    decided = (
        np.zeros(0, dtype=np.int64) if settled is None else _pair_keys(settled.min(axis=1), settled.max(axis=1), len(ids))
    )
    found = near_pairs(vectors, parameters.cluster_link, progress=progress, cancel=cancel) if links is None else links
    if len(decided):
        found = (part.take(~np.isin(_pair_keys(part.first, part.second, len(ids)), decided)) for part in found)
    forest = spanning_forest(_borne_out(found, texts_of, parameters), ids)
    pieces = groups(forest, len(ids), parameters.cluster_size)
    made = [_cluster(vectors, rows, decided, parameters) for rows in pieces]
    return tuple(sorted(made, key=lambda one: (len(one) == 1, -one.cohesion, ids[int(one.rows[0])])))


def spanning_forest(parts: Iterable[Links], ids: Sequence[str]) -> Links:
    """Return the maximum spanning tree of every linked group, strongest link first; equal ones by their ids.

    Args:
        parts: The links; each part is reduced as it comes, so their number may be far beyond the number of memories.
        ids: The id of each row.
    """
    rank = np.empty(len(ids), dtype=np.int64)
    rank[np.argsort(np.asarray(ids, dtype=np.str_), kind="stable")] = np.arange(len(ids))
    forest, waiting = Links.joined(()), list[Links]()
    for part in parts:
        waiting.append(part)
        if sum(map(len, waiting)) > max(_MANY, 4 * len(forest)):
            forest, waiting = _kruskal(Links.joined([forest, *waiting]), rank), []
    return _kruskal(Links.joined([forest, *waiting]), rank)


def groups(forest: Links, count: int, size: int) -> list[IntArray]:
    """Return the rows of each tree; one with more than ``size`` is cut at its weakest link until no piece has.

    The links of a tree, strongest first, join pieces to ever larger ones. So cutting a piece at its weakest link undoes the
    last joining, and the cuts are found by walking down from the whole.

    Args:
        forest: Links of a forest, strongest first, as `spanning_forest` returns them.
        count: Number of rows.
        size: The largest size.

    Returns:
        Rows of each group, ascending; rows without a link are left out.
    """
    piece, sizes = list(range(count)), [1] * count
    joined = list[tuple[int, int]]()
    root = _Roots(count)
    for first, second in zip(forest.first.tolist(), forest.second.tolist(), strict=True):
        left, right = piece[root.of(first)], piece[root.of(second)]
        joined.append((left, right))
        sizes.append(sizes[left] + sizes[right])
        piece[root.join(first, second)] = count + len(joined) - 1
    inner = {child for pair in joined for child in pair}
    stack = [node for node in range(count + len(joined) - 1, count - 1, -1) if node not in inner]
    found = []
    while stack:
        node = stack.pop()
        if sizes[node] <= size:
            found.append(np.array(sorted(_leaves(node, joined, count)), dtype=np.int64))
        else:
            stack.extend(joined[node - count])
    return found


def cohesion(vectors: VectorArray | FloatArray) -> float:
    """Return the mean of max(0, cosine) over all pairs of K×D vectors of length 1; 1 for fewer than two."""
    count = len(vectors)
    if count < 2:
        return 1.0
    return float(_likeness(vectors)[np.triu_indices(count, k=1)].mean())


def suggestion(cohesion: float, parameters: DecayParameters) -> Suggestion:
    """Return what to do with a cluster of this cohesion."""
    if cohesion >= parameters.cohesion_merge:
        return Suggestion.MERGE
    return Suggestion.LOOK if cohesion >= parameters.cohesion_look else Suggestion.APART


_MANY: Final = 1_000_000


class _Roots:
    """Which rows hang together (union-find)."""

    def __init__(self, count: int) -> None:
        self._parent = list(range(count))

    def of(self, row: int) -> int:
        parent = self._parent
        while parent[row] != row:
            parent[row] = parent[parent[row]]
            row = parent[row]
        return row

    def join(self, first: int, second: int) -> int:
        """Join two groups and return their new root."""
        self._parent[self.of(second)] = root = self.of(first)
        return root


def _borne_out(
    parts: Iterable[Links], texts_of: Callable[[list[int]], Mapping[int, str]] | None, parameters: DecayParameters
) -> Iterable[Links]:
    if texts_of is None:
        return parts
    return (
        confirmed(part, texts_of(np.union1d(part.first, part.second).tolist()), parameters.bigram_overlap)
        for part in parts
        if len(part)
    )


def _kruskal(links: Links, rank: IntArray) -> Links:
    ends = np.sort(np.stack([rank[links.first], rank[links.second]]), axis=0)
    ordered = links.take(np.lexsort((ends[1], ends[0], -links.similarity)))
    root, kept = _Roots(len(rank)), list[int]()
    for position, (first, second) in enumerate(zip(ordered.first.tolist(), ordered.second.tolist(), strict=True)):
        if root.of(first) != root.of(second):
            root.join(first, second)
            kept.append(position)
    return ordered.take(np.array(kept, dtype=np.int64))


def _leaves(node: int, joined: Sequence[tuple[int, int]], count: int) -> list[int]:
    found, stack = list[int](), [node]
    while stack:
        below = stack.pop()
        if below < count:
            found.append(below)
        else:
            stack.extend(joined[below - count])
    return found


def _pair_keys(first: IntArray, second: IntArray, count: int) -> IntArray:
    """Return one number for each pair of N rows, first < second."""
    return first * count + second


def _likeness(vectors: VectorArray | FloatArray) -> FloatArray:
    exact = vectors.astype(np.float64)
    return np.maximum(exact @ exact.T, 0.0)


def _cluster(vectors: VectorArray | FloatArray, rows: IntArray, decided: IntArray, parameters: DecayParameters) -> Cluster:
    held = vectors[rows]
    mean = cohesion(held)
    first, second = (rows[side] for side in np.nonzero(np.triu(_likeness(held) >= parameters.likely_duplicate, k=1)))
    open_ones = ~np.isin(_pair_keys(first, second, len(vectors)), decided)
    return Cluster(
        rows=rows,
        cohesion=mean,
        suggestion=suggestion(mean, parameters) if len(rows) > 1 else Suggestion.APART,
        likely=tuple(zip(first[open_ones].tolist(), second[open_ones].tolist(), strict=True)),
    )
