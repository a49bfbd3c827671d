"""Rows become arrays here, and nowhere else."""

import hashlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields
from itertools import islice
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from memento_gui.domain.arrays import IntArray
from memento_gui.domain.features import UNKNOWN_DUPLICATES, FeatureTable
from memento_gui.domain.memory import CATEGORIES, SCOPES, STATUSES, TYPES, Category, MemoryType, Scope, Status
from memento_gui.store.rows import chunks

_ROWS_AT_A_TIME: Final = 1_000  # what stays in the processor's cache: a third quicker than all at once
_SELECTED: Final[dict[str, tuple[str, Any]]] = {
    "ids": ("id", np.object_),
    "ordinal": ("ordinal", np.int64),
    "type": ("type", np.object_),
    "category": ("category", np.object_),
    "scope": ("scope", np.object_),
    "status": ("status", np.object_),
    "created_ms": ("created_ms", np.int64),
    "updated_ms": ("updated_ms", np.int64),
    "last_used_ms": ("coalesce(last_used_ms, created_ms)", np.int64),
    "importance": ("importance", np.float64),
    "strength": ("strength", np.float64),
    "pinned": ("pinned", np.bool_),
    "trashed": ("deleted_ms IS NOT NULL", np.bool_),
    "views": ("views", np.int64),
    "cites": ("cites", np.int64),
    "edits": ("edits", np.int64),
    "uses": ("uses", np.int64),
    "revisions": ("revisions", np.int64),
    "length": ("length", np.int64),
    "source": ("source", np.object_),
    "session": ("session", np.object_),
    "project": ("project", np.object_),
    "user": ("user", np.object_),
}
"""The columns that are read, by field of the table: SQL and the kind of array."""

_EXPRESSIONS: Final = ", ".join(sql for sql, _ in _SELECTED.values())
SELECT: Final = f"SELECT {_EXPRESSIONS} FROM memory"  # noqa: S608  # only names written above
_ROW: Final = np.dtype([(name, kind) for name, (_, kind) in _SELECTED.items()])
_CODED: Final = {
    "type": (TYPES, MemoryType.EPISODIC),
    "category": (CATEGORIES, Category.OTHER),
    "scope": (SCOPES, Scope.PRIVATE),
    "status": (STATUSES, Status.ACTIVE),
}
_VOCABULARIES: Final = {"project": "projects", "source": "sources", "user": "users"}
_LAST_MODEL: Final = "SELECT model FROM embedding ORDER BY rowid DESC LIMIT 1"
_DUPLICATES: Final = "SELECT memory_id, duplicates FROM embedding WHERE model = ? AND duplicates IS NOT NULL"


class _Vocabulary(dict[str, int]):
    """Numbers words in the order they are met; the empty one is 0."""

    def __init__(self, words: Iterable[str] = ("",)) -> None:
        super().__init__((word, code) for code, word in enumerate(words))

    def __missing__(self, word: str) -> int:
        code = self[word] = len(self)
        return code


class _Codes(dict[str, int]):
    """The codes of an enumeration; a word that a newer version added counts as the default."""

    def __init__(self, members: Sequence[str], default: str) -> None:
        super().__init__((str(member), code) for code, member in enumerate(members))
        self._default = members.index(default)

    def __missing__(self, _: str) -> int:
        return self._default


def features(connection: sqlite3.Connection, model: str | None = None) -> FeatureTable:
    """Return every memory as columns, in import order, trashed ones included.

    Args:
        connection: In a transaction, so that all is as of one commit.
        model: Whose near-duplicate counts; by default of the model whose vectors were written last.
    """
    return _table(connection.execute(f"{SELECT} ORDER BY ordinal"), _duplicates(connection, model))


def features_of(connection: sqlite3.Connection, ids: Sequence[str], model: str | None = None) -> FeatureTable:
    """Return some memories as columns, in the order given; unknown ids are skipped. The vocabularies are its own."""
    wanted = list(dict.fromkeys(ids))
    table = _table(_rows_of(connection, wanted), _duplicates(connection, model, wanted))
    order = [table.row_of[identity] for identity in wanted if identity in table.row_of]
    return table.take(np.array(order, dtype=np.int64))


def _rows_of(connection: sqlite3.Connection, ids: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    for chunk in chunks(ids):
        yield from connection.execute(f"{SELECT} WHERE id IN ({_marks(chunk)})", chunk)


def _marks(values: Sequence[str]) -> str:
    return ", ".join("?" * len(values))


def _duplicates(connection: sqlite3.Connection, model: str | None, ids: Sequence[str] | None = None) -> dict[str, int]:
    """Near-duplicate counts by id, of all or of some memories."""
    if model is None:
        last = connection.execute(_LAST_MODEL).fetchone()
        model = last[0] if last else ""
    if ids is None:
        return dict(connection.execute(_DUPLICATES, (model,)))
    found: dict[str, int] = {}
    for chunk in chunks(ids):
        found.update(connection.execute(f"{_DUPLICATES} AND memory_id IN ({_marks(chunk)})", (model, *chunk)))
    return found


def _table(rows: Iterable[tuple[Any, ...]], duplicates: dict[str, int]) -> FeatureTable:
    """Gather rows a piece at a time: the words of a piece become codes before the next is read, and are let go."""
    codes = {name: _Codes(members, default) for name, (members, default) in _CODED.items()}
    words = {name: _Vocabulary() for name in ("source", "session", "project", "user")}
    pieces = list(_pieces(rows, codes | words))
    columns = {name: np.concatenate([piece[name] for piece in pieces]) for name in pieces[0]}
    session = columns.pop("session")
    return FeatureTable(
        **columns,
        episode=_episodes(columns["source"], columns["project"], session, words),
        duplicates=_duplicate_column(columns["ids"], duplicates),
        projects=tuple(words["project"]),
        sources=tuple(words["source"]),
        users=tuple(words["user"]),
    )


def _pieces(rows: Iterable[tuple[Any, ...]], codes: dict[str, Any]) -> Iterator[dict[str, npt.NDArray[Any]]]:
    waiting = iter(rows)
    while True:
        piece = np.fromiter(islice(waiting, _ROWS_AT_A_TIME), _ROW)
        yield {name: _column(name, piece[name], codes.get(name)) for name in _SELECTED}
        if len(piece) < _ROWS_AT_A_TIME:
            return


def _column(name: str, values: npt.NDArray[Any], codes: dict[str, int] | None) -> npt.NDArray[Any]:
    if codes is None:
        return np.ascontiguousarray(values)
    kind = np.uint8 if name in _CODED else np.int64
    return np.fromiter(map(codes.__getitem__, values.tolist()), kind, len(values))


def _duplicate_column(ids: npt.NDArray[np.object_], duplicates: dict[str, int]) -> IntArray:
    if not duplicates:
        return np.full(len(ids), UNKNOWN_DUPLICATES, dtype=np.int64)
    return np.fromiter((duplicates.get(identity, UNKNOWN_DUPLICATES) for identity in ids), np.int64, len(ids))


def _episodes(source: IntArray, project: IntArray, session: IntArray, words: dict[str, _Vocabulary]) -> IntArray:
    """Name each combination of source, project and session by a hash, the same in every table; -1 if all are empty."""
    mixed = np.zeros(len(source), dtype=np.uint64)
    for name, codes in (("source", source), ("project", project), ("session", session)):
        mixed += np.array([_fingerprint(name, word) for word in words[name]], dtype=np.uint64)[codes]  # wraps, as meant
    numbers = (mixed >> np.uint64(1)).astype(np.int64)
    return np.where((source == 0) & (project == 0) & (session == 0), -1, numbers)


def _fingerprint(name: str, word: str) -> int:
    return int.from_bytes(hashlib.blake2b(word.encode(), digest_size=8, person=name.encode()).digest(), "big")


def merged(table: FeatureTable, fresh: FeatureTable, removed_ids: Iterable[str] = ()) -> FeatureTable:
    """Return the table with some memories read anew, added or gone, still in import order.

    Args:
        table: What was read before.
        fresh: Memories that changed or are new, in any order, with any vocabularies.
        removed_ids: Memories that are no more; unknown ones do not matter.
    """
    removed = frozenset(removed_ids)
    fresh = fresh.take(np.array([identity not in removed for identity in fresh.ids], dtype=np.bool_))
    fresh = fresh.take(np.argsort(fresh.ordinal, kind="stable"))
    known = [table.row_of[identity] for identity in fresh.ids if identity in table.row_of]
    gone = [table.row_of[identity] for identity in removed if identity in table.row_of]
    if gone:
        return _rewritten(table, fresh, [*known, *gone])
    if len(known) == len(fresh) and np.array_equal(table.ordinal[known], fresh.ordinal):
        return _overwritten(table, fresh, known)
    if not known and len(table) and fresh.ordinal[0] > table.ordinal[-1]:
        return _extended(table, fresh)
    return _rewritten(table, fresh, known)


def _rewritten(table: FeatureTable, fresh: FeatureTable, gone: list[int]) -> FeatureTable:
    """Return the table without these rows and with the fresh ones at their places."""
    stays = np.ones(len(table), dtype=np.bool_)
    stays[gone] = False
    order = np.argsort(np.concatenate([table.ordinal[stays], fresh.ordinal]), kind="stable")
    return _joined(table, fresh, lambda held, new: np.concatenate([held[stays], new])[order])


def _overwritten(table: FeatureTable, fresh: FeatureTable, rows: list[int]) -> FeatureTable:
    """Return the table with these rows as they are now; ids and ordinals are the very same arrays."""

    def put(held: npt.NDArray[Any], new: npt.NDArray[Any]) -> npt.NDArray[Any]:
        if np.array_equal(held[rows], new):
            return held
        written = held.copy()
        written[rows] = new
        return written

    made = _joined(table, fresh, put)
    vars(made)["row_of"] = table.row_of  # where cached_property keeps it
    return made


def _extended(table: FeatureTable, fresh: FeatureTable) -> FeatureTable:
    """Return the table with newer memories behind the last."""
    made = _joined(table, fresh, lambda held, new: np.concatenate([held, new]))
    vars(made)["row_of"] = table.row_of | {identity: len(table) + row for row, identity in enumerate(fresh.ids)}
    return made


def _joined(
    table: FeatureTable,
    fresh: FeatureTable,
    join: Callable[[npt.NDArray[Any], npt.NDArray[Any]], npt.NDArray[Any]],
) -> FeatureTable:
    """Join every column of two tables, and their vocabularies."""
    words, recoded = _joined_vocabularies(table, fresh)
    joined: dict[str, Any] = dict(words)
    for field in fields(FeatureTable):
        held = getattr(table, field.name)
        if isinstance(held, np.ndarray):
            joined[field.name] = join(held, recoded.get(field.name, getattr(fresh, field.name)))
    return FeatureTable(**joined)


def _joined_vocabularies(
    table: FeatureTable, fresh: FeatureTable
) -> tuple[dict[str, tuple[str, ...]], dict[str, IntArray]]:
    """Extend the table's vocabularies by the new words, and give the fresh rows' codes in them."""
    words: dict[str, tuple[str, ...]] = {}
    recoded: dict[str, IntArray] = {}
    for name, plural in _VOCABULARIES.items():
        vocabulary = _Vocabulary(getattr(table, plural))
        codes = np.array([vocabulary[word] for word in getattr(fresh, plural)], dtype=np.int64)
        recoded[name] = codes[getattr(fresh, name)]
        words[plural] = tuple(vocabulary)
    return words, recoded
