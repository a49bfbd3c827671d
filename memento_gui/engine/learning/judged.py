"""Judged queries as one block of arrays, so that all of them are ranked at once."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Final

import numpy as np

from memento_gui.domain.arrays import BoolArray, CodeArray, FloatArray, IntArray
from memento_gui.domain.clock import age_days
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.parameters import EMBEDDING_CALIBRATIONS, KEYWORD_CALIBRATIONS, ParameterSet, RelevanceParameters
from memento_gui.engine.importance import importance, project_boosts
from memento_gui.engine.metrics import RELEVANT_FROM, dcg_at, gains
from memento_gui.engine.neighbourhood import NOBODY, NeighbourhoodInput, lift
from memento_gui.engine.ranking import Candidates, in_tie_order
from memento_gui.engine.relevance import embedding_signal, keyword_signal, weight_divisor
from memento_gui.engine.usage import usage_among, usage_raw

DEPTH: Final = 10
"""How far down a ranking counts."""

UNJUDGED: Final = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedQuery:
    """A query, the candidates it may return, and the grades (0 to 3) that people gave to memories, by id."""

    text: str
    candidates: Candidates
    grades: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """Q queries with up to C candidates each, in the order that ties prefer; rows are padded, ``present`` says where not.

    ``fit`` holds the parts of relevance, Q×C each, by their name and calibration (``embedding.raw``, ``keyword.max``,
    ``tag``, …), with what neighbours add and before the division by ``divisor``. ``grade`` is `UNJUDGED` where nobody
    judged. ``ideal`` is the DCG of the best order of everything judged, ``relevant`` how many memories count as relevant,
    found or not. ``likeness`` is Q×C×C.
    """

    present: BoolArray
    fit: Mapping[str, FloatArray]
    age_days: FloatArray
    type: CodeArray
    importance: FloatArray
    usage: FloatArray
    likeness: FloatArray
    grade: IntArray
    gain: FloatArray
    ideal: FloatArray
    relevant: IntArray
    divisor: float
    neighbours: bool
    mmr_lambda: float | None

    def __len__(self) -> int:
        return len(self.present)

    def take(self, queries: IntArray) -> "Judged":
        """Return only these queries."""
        held = {f.name: getattr(self, f.name) for f in fields(self)}
        picked: dict[str, Any] = {name: value[queries] for name, value in held.items() if isinstance(value, np.ndarray)}
        return replace(self, **picked, fit={name: part[queries] for name, part in self.fit.items()})


def usable(queries: Sequence[JudgedQuery]) -> list[JudgedQuery]:
    """Return the queries that can tell orders apart: some memory is relevant to them, and they have candidates."""
    return [one for one in queries if len(one.candidates) and max(one.grades.values(), default=0) >= RELEVANT_FROM]


def judged_of(table: FeatureTable, queries: Sequence[JudgedQuery], parameters: ParameterSet, *, now_ms: int) -> Judged:
    """Return queries as one block.

    Args:
        table: The memories whose rows the candidates are.
        queries: At least one; each with at least one candidate.
        parameters: What is not learned: importance, usage, neighbourhood, MMR.
        now_ms: The instant at which ages end.
    """
    rows = [_columns(table, one, parameters, now_ms) for one in queries]
    width = max(len(row["grade"]) for row in rows)

    def stacked(name: str, dtype: "type[np.generic]" = np.float64, missing: float = 0.0) -> "np.ndarray[tuple[int, int]]":
        block = np.full((len(rows), width), missing, dtype=dtype)
        for place, row in enumerate(rows):
            block[place, : len(row[name])] = row[name]
        return block

    likeness = np.zeros((len(rows), width, width))
    for place, row in enumerate(rows):
        count = len(row["grade"])
        likeness[place, :count, :count] = row["likeness"]
    grade = stacked("grade", np.int64, UNJUDGED)
    return Judged(
        present=stacked("present", np.bool_),
        fit={name: stacked(name) for name in _parts(parameters.relevance)},
        age_days=stacked("age_days"),
        type=stacked("type", np.uint8),
        importance=stacked("importance"),
        usage=stacked("usage"),
        likeness=likeness,
        grade=grade,
        gain=gains(np.maximum(grade, 0)),
        ideal=np.array([dcg_at(sorted(one.grades.values(), reverse=True), DEPTH) for one in queries]),
        relevant=np.array([sum(grade >= RELEVANT_FROM for grade in one.grades.values()) for one in queries]),
        divisor=weight_divisor(parameters.relevance),
        neighbours=parameters.relevance.neighbourhood > 0.0,
        mmr_lambda=parameters.ranking.mmr_lambda if parameters.ranking.mmr else None,
    )


Part = Callable[[Candidates | NeighbourhoodInput], FloatArray]


def _parts(parameters: RelevanceParameters, best: Candidates | None = None) -> dict[str, Part]:
    """Return how each part of relevance comes from the evidence; ``best`` knows the largest raw values."""
    cosine = best.cosine_max if best else np.nan
    bm25 = best.bm25_max if best else 0.0
    meaning = {name: replace(parameters, embedding_calibration=name) for name in EMBEDDING_CALIBRATIONS}
    words = {name: replace(parameters, keyword_calibration=name) for name in KEYWORD_CALIBRATIONS}
    return {
        **{f"embedding.{name}": _embedding(cosine, knobs) for name, knobs in meaning.items()},
        **{f"keyword.{name}": _keyword(bm25, knobs) for name, knobs in words.items()},
        "tag": lambda evidence: evidence.tag,
        "title": lambda evidence: evidence.title,
    }


def _embedding(best: float, parameters: RelevanceParameters) -> Part:
    return lambda evidence: embedding_signal(evidence.cosine, best, parameters)


def _keyword(best: float, parameters: RelevanceParameters) -> Part:
    return lambda evidence: keyword_signal(evidence.bm25, best, parameters)


def _columns(
    table: FeatureTable, query: JudgedQuery, parameters: ParameterSet, now_ms: int
) -> dict[str, "np.ndarray[tuple[int, ...]]"]:
    """Return everything that is known of one query's candidates, C each."""
    ordered = in_tie_order(table, query.candidates)
    rows, near = ordered.rows, ordered.neighbours
    types = table.type[rows]
    raw = usage_raw(table.views[rows], table.cites[rows], table.edits[rows], parameters.usage)
    columns: dict[str, np.ndarray[tuple[int, ...]]] = {
        name: part(ordered) for name, part in _parts(parameters.relevance, ordered).items()
    }
    if near is not None and parameters.relevance.neighbourhood > 0.0:
        index = _index_around(ordered, near)
        for name, part in _parts(parameters.relevance, ordered).items():
            known = np.concatenate([columns[name], part(near), [0.0]])
            columns[name] = columns[name] + lift(known[index], parameters.relevance)
    return columns | {
        "present": np.ones(len(rows), dtype=np.bool_),
        "age_days": age_days(now_ms, table.created_ms[rows]),
        "type": types,
        "importance": importance(
            table.importance[rows],
            pinned=table.pinned[rows],
            type_codes=types,
            project_boost=project_boosts(table.project[rows], table.projects, parameters.importance),
            parameters=parameters.importance,
        ),
        "usage": usage_among(raw, parameters.usage.max_percentile),
        "likeness": np.clip(ordered.likeness, 0.0, 1.0),
        "grade": np.array([query.grades.get(str(identity), UNJUDGED) for identity in table.ids[rows]], dtype=np.int64),
    }


def _index_around(ordered: Candidates, near: NeighbourhoodInput) -> IntArray:
    """Return where each candidate's neighbours stand among candidates, other neighbours and one zero, C×4."""
    rows = [*ordered.rows.tolist(), *near.rows.tolist()]
    place = {row: at for at, row in enumerate(rows)} | {NOBODY: len(rows)}
    index = [place[row] for row in near.around.ravel().tolist()]
    return np.array(index, dtype=np.int64).reshape(near.around.shape)
