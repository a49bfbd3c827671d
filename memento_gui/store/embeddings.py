"""Vectors of memories, as half floats, by model."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
import sqlalchemy as sa

from memento_gui.domain.arrays import VectorArray
from memento_gui.domain.errors import InvalidMemory
from memento_gui.store import sqlite
from memento_gui.store.memory_edits import fill_hashes
from memento_gui.store.rows import select_in, table_of
from memento_gui.store.schema import EmbeddingRow, MemoryRow

_HALF: Final = np.dtype("<f2")
_ROWS_AT_A_TIME: Final = 2_000
_SIZE: Final = "SELECT length(vector) FROM embedding WHERE model = ? GROUP BY 1 ORDER BY count(*) DESC LIMIT 1"
_VECTORS: Final = (
    "SELECT e.memory_id, e.text_hash, m.ordinal, e.vector FROM embedding e JOIN memory m ON m.id = e.memory_id "
    "WHERE e.model = ? AND length(e.vector) = ?"
)

_memory: Final = table_of(MemoryRow)
_embedding: Final = table_of(EmbeddingRow)
_put: Final = sqlite.upsert(_embedding, ("memory_id", "model"), ("text_hash", "vector", "duplicates"))


def embeddings(connection: sa.Connection, model: str) -> tuple[list[str], VectorArray, list[str]]:
    """Return ids, vectors (N×D) and text hashes of everything that has a vector under the model, in import order.

    Where another program left vectors of another length, the rarer ones count as missing.
    """
    driver = sqlite.driver_of(connection)
    size = driver.execute(_SIZE, (model,)).fetchone()
    if size is None:
        return [], np.empty((0, 0), dtype=np.float32), []
    ids: list[str] = []
    hashes: list[str] = []
    ordinals: list[int] = []
    pieces: list[npt.NDArray[np.float16]] = []
    cursor = driver.execute(_VECTORS, (model, size[0]))
    while rows := cursor.fetchmany(_ROWS_AT_A_TIME):
        some_ids, some_hashes, some_ordinals, blobs = zip(*rows, strict=True)
        ids += some_ids
        hashes += some_hashes
        ordinals += some_ordinals
        pieces.append(np.frombuffer(b"".join(blobs), dtype=_HALF).reshape(len(blobs), -1))
    order = np.argsort(np.array(ordinals, dtype=np.int64))
    return [ids[row] for row in order], _in_order(np.concatenate(pieces), order), [hashes[row] for row in order]


def embeddings_of(
    connection: sa.Connection, model: str, ids: Sequence[str], dimensions: int
) -> tuple[list[str], VectorArray]:
    """Return those of the memories that have a vector of D numbers under the model, and the vectors (N×D)."""
    columns = sa.select(_embedding.c.memory_id, _embedding.c.vector).where(
        _embedding.c.model == model, sa.func.length(_embedding.c.vector) == dimensions * _HALF.itemsize
    )
    rows = list(select_in(connection, columns, _embedding.c.memory_id, ids))
    halves = np.frombuffer(b"".join(row.vector for row in rows), dtype=_HALF).reshape(len(rows), dimensions)
    return [row.memory_id for row in rows], halves.astype(np.float32)


def _in_order(halves: npt.NDArray[np.float16], order: npt.NDArray[np.int64]) -> VectorArray:
    """Widen the rows to float32 in their new order, a piece at a time: a million of them are large enough once."""
    matrix = np.empty(halves.shape, dtype=np.float32)
    for start in range(0, len(order), _ROWS_AT_A_TIME):
        matrix[start : start + _ROWS_AT_A_TIME] = halves[order[start : start + _ROWS_AT_A_TIME]]
    return matrix


def pending(connection: sa.Connection, model: str, among: Sequence[str] | None = None) -> list[str]:
    """Return the ids, newest first, of what is in use and has no vector under the model, or one of an older text.

    Args:
        connection: To the store.
        model: The model's name.
        among: Only these memories, in any order; all, if None.
    """
    joined = _memory.outerjoin(_embedding, sa.and_(_embedding.c.memory_id == _memory.c.id, _embedding.c.model == model))
    statement = (
        sa.select(_memory.c.id)
        .select_from(joined)
        .where(_memory.c.deleted_ms.is_(None))
        .where(sa.or_(_embedding.c.text_hash.is_(None), _embedding.c.text_hash.is_distinct_from(_memory.c.text_hash)))
        .order_by(_memory.c.created_ms.desc(), _memory.c.ordinal.desc())
    )
    if among is not None:
        return [row.id for row in select_in(connection, statement, _memory.c.id, among)]
    return list(connection.scalars(statement))


def models(connection: sa.Connection) -> dict[str, int]:
    """Return how many vectors there are of each model."""
    counted = sa.select(_embedding.c.model, sa.func.count().label("vectors")).group_by(_embedding.c.model)
    return {row.model: row.vectors for row in connection.execute(counted)}


def duplicate_counts(connection: sa.Connection, model: str) -> dict[str, int]:
    """Return the near-duplicate counts that are known, by id."""
    statement = sa.select(_embedding.c.memory_id, _embedding.c.duplicates).where(
        _embedding.c.model == model, _embedding.c.duplicates.is_not(None)
    )
    return {row.memory_id: row.duplicates for row in connection.execute(statement)}


def put_embeddings(
    connection: sa.Connection,
    model: str,
    ids: Sequence[str],
    vectors: npt.NDArray[np.floating],
    hashes: Sequence[str],
) -> None:
    """Write vectors (N×D) with the hashes of the texts they were made from; memories purged meanwhile are skipped.

    Raises:
        InvalidMemory: If a vector is not finite, or the lengths differ.
    """
    if not len(ids) == len(vectors) == len(hashes):
        raise InvalidMemory(f"{len(ids)} memories, {len(vectors)} vectors and {len(hashes)} hashes do not match.")
    with np.errstate(over="ignore"):
        halves = np.asarray(vectors).astype(_HALF)
    if not np.isfinite(halves).all():
        raise InvalidMemory("A vector is not made of ordinary numbers. Nothing was saved; the model may be damaged.")
    known = {row.id for row in select_in(connection, sa.select(_memory.c.id), _memory.c.id, ids)}
    rows = [
        {"memory_id": identity, "model": model, "text_hash": text, "vector": vector.tobytes(), "duplicates": None}
        for identity, vector, text in zip(ids, halves, hashes, strict=True)
        if identity in known
    ]
    if rows:
        fill_hashes(connection, [row["memory_id"] for row in rows])
        connection.execute(_put, rows)


def put_duplicate_counts(connection: sa.Connection, model: str, counts: Mapping[str, int]) -> None:
    """Write near-duplicate counts; what has no vector under the model is skipped, what is unchanged not written."""
    statement = (
        _embedding.update()
        .where(
            _embedding.c.memory_id == sa.bindparam("b_id"),
            _embedding.c.model == model,
            _embedding.c.duplicates.is_distinct_from(sa.bindparam("b_count")),
        )
        .values(duplicates=sa.bindparam("b_count"))
    )
    if counts:
        connection.execute(statement, [{"b_id": identity, "b_count": int(count)} for identity, count in counts.items()])


def remove_embeddings(connection: sa.Connection, model: str) -> int:
    """Remove every vector of a model and return how many there were."""
    return connection.execute(_embedding.delete().where(_embedding.c.model == model)).rowcount
