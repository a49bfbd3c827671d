"""Explanations: a score taken apart into lines whose products sum to it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from memento_gui.domain.arrays import BoolArray
from memento_gui.domain.clock import age_days
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.parameters import TYPE_KEYS, ParameterSet, RankingParameters, RelevanceParameters
from memento_gui.domain.ranking import Ranking
from memento_gui.engine.relevance import weight_divisor
from memento_gui.engine.usage import usage_raw

TOP: Final = 10
"""Results that are looked at first."""

MINUS: Final = "\N{MINUS SIGN}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One term of a score: weight × value = product, said in words, and what its value is made of.

    ``raw`` is the number before normalisation (a cosine, BM25, days, a raw usage), None where there is none; ``value`` is
    the signal in [0, 1]. The products of ``parts``, if there are any, sum to ``value`` for relevance and to ``product`` for
    the words of BM25. The weights of relevance's parts are those after all divisions.
    """

    name: str
    label: str
    raw: float | None
    value: float
    weight: float
    product: float
    text: str
    parts: "tuple[Line, ...]" = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """A ranked memory's score S, and the lines it is the sum of, in the order of the bar.

    ``rank`` counts from 1; ``threshold`` is None where none was applied.
    """

    id: str
    rank: int
    score: float
    kept: bool
    threshold: float | None
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What a ranking does not know, but its explanation can say.

    ``word_scores`` is this memory's BM25 by query word; ``shared_tags`` how many tags it shares with the query, of how
    many both have; ``nearest_title`` the title of the better result that it repeats most.
    """

    word_scores: Mapping[str, float] = field(default_factory=dict)
    shared_tags: tuple[int, int] | None = None
    nearest_title: str = ""


def explain(
    ranking: Ranking,
    position: int,
    parameters: ParameterSet,
    table: FeatureTable,
    now_ms: int,
    evidence: Evidence | None = None,
) -> Explanation:
    """Return why the memory at a position of a ranking has its score.

    Args:
        ranking: The results.
        position: 0 is the best.
        parameters: The set they were ranked with.
        table: The table that the ranking's rows index.
        now_ms: The instant they were ranked at.
        evidence: What is known besides; without it the sentences say less.

    Returns:
        Lines whose products sum to S within 1e-9.
    """
    known = Evidence() if evidence is None else evidence
    one = table.take(ranking.rows[position : position + 1])
    weights = parameters.ranking
    lines = (
        _relevance_line(ranking, position, parameters, known),
        _recency_line(ranking, position, parameters, one, now_ms),
        _importance_line(ranking, position, parameters, one),
        _usage_line(ranking, position, parameters, one),
        _duplication_line(ranking, position, weights, known),
    )
    return Explanation(
        id=str(one.ids[0]),
        rank=position + 1,
        score=float(ranking.score[position]),
        kept=bool(ranking.kept[position]),
        threshold=weights.keep_threshold if ranking.threshold_applied else None,
        lines=lines,
    )


def held_back_by_recency(ranking: Ranking, weights: RankingParameters) -> BoolArray:
    """Return which of C results their age keeps out of the top 10 of those kept, where relevance alone has them in it.

    That is: fewer than ten are more relevant, the result is not among the first ten kept, and it would be if it were as
    young as the last of them; where fewer are kept, if it were new.
    """
    count = len(ranking)
    relevance = ranking.signals.relevance
    relevant = np.searchsorted(np.sort(-relevance), -relevance) < TOP
    inside = ranking.kept & (np.arange(count) < TOP)
    kept = np.flatnonzero(ranking.kept)
    young = 1.0
    reaches: BoolArray = ranking.score + weights.recency * (1.0 - ranking.signals.recency) >= weights.keep_threshold
    if len(kept) >= TOP:
        last = kept[np.argsort(-ranking.score[kept], kind="stable")[TOP - 1]]
        young = float(ranking.signals.recency[last])
        timeless = ranking.score - weights.recency * ranking.signals.recency
        reaches = timeless > timeless[last]
    held: BoolArray = relevant & ~inside & (ranking.signals.recency < young) & reaches
    return held


def signed(value: float, digits: int = 3) -> str:
    """Return a number with its sign, a true minus: ``+ 0.382``, ``− 0.140``."""
    return f"{MINUS if round(value, digits) < 0 else '+'} {abs(value):.{digits}f}"


def as_text(explanation: Explanation) -> str:
    """Return the explanation as lines of plain text, for the clipboard."""
    rows: list[str] = []
    for line in explanation.lines:
        rows.append(f"{signed(line.product)}  {line.label}: {_arithmetic(line)}")
        rows += [f"    {part.product:.3f}  {part.label}: {_arithmetic(part)}" for part in line.parts]
    total = f"{explanation.score:.3f}".replace("-", MINUS)
    if explanation.threshold is not None and not explanation.kept:
        total += f", below the threshold {explanation.threshold:.3f}"
    return "\n".join([*rows, f"= {total}  Score, rank {explanation.rank}"])


def as_dict(explanation: Explanation) -> dict[str, Any]:
    """Return the explanation as plain dictionaries, for JSON."""
    plain = {name: getattr(explanation, name) for name in ("id", "rank", "score", "kept", "threshold")}
    return plain | {"lines": [_line_dict(line) for line in explanation.lines]}


def _line_dict(line: Line) -> dict[str, Any]:
    plain = {name: getattr(line, name) for name in ("name", "label", "raw", "value", "weight", "product", "text")}
    return plain | ({"parts": [_line_dict(part) for part in line.parts]} if line.parts else {})


def _arithmetic(line: Line) -> str:
    numbers = f"{abs(line.weight):.2f} × {line.value:.3f}"
    return f"{numbers}, {line.text}" if line.text else numbers


def _line(  # noqa: PLR0913  # a line has these parts
    name: str, label: str, weight: float, value: float, *, text: str, raw: float | None = None, parts: tuple[Line, ...] = ()
) -> Line:
    known = None if raw is None or math.isnan(raw) else raw
    return Line(
        name=name, label=label, raw=known, value=value, weight=weight, product=weight * value, text=text, parts=parts
    )


def _relevance_line(ranking: Ranking, position: int, parameters: ParameterSet, known: Evidence) -> Line:
    knobs, parts = parameters.relevance, ranking.parts
    at = {name: float(getattr(parts, name)[position]) for name in parts.__slots__}
    weighed = {"embedding": knobs.embedding, "keyword": knobs.keyword, "tag": knobs.tag, "title": knobs.title}
    undivided = sum(weight * at[name] for name, weight in weighed.items())
    share = at["own"] / undivided if undivided > 0.0 else 1.0 / weight_divisor(knobs)
    weights = {name: weight * share for name, weight in weighed.items()}
    lines = [
        _line("embedding", "cosine", weights["embedding"], at["embedding"], text=_cosine_text(at, knobs), raw=at["cosine"]),
        _keyword_line(weights["keyword"], at, knobs, known.word_scores),
        _line("tag", "tags", weights["tag"], at["tag"], text=_tag_text(at["tag"], known.shared_tags)),
        _line("title", "title", weights["title"], at["title"], text=_title_text(at["title"], knobs)),
    ]
    if knobs.neighbourhood > 0.0:
        text = "what its neighbours of one episode add" if at["neighbourhood"] else "no relevant neighbour"
        lines.append(_line("neighbourhood", "neighbours", 1.0, at["neighbourhood"], text=text))
    text = "" if math.isclose(share, 1.0) else f"its parts times {share:.2f}, so that the best is at most 1"
    value = float(ranking.signals.relevance[position])
    return _line("relevance", "Relevance", parameters.ranking.relevance, value, text=text, parts=tuple(lines))


def _cosine_text(at: Mapping[str, float], knobs: RelevanceParameters) -> str:
    if math.isnan(at["cosine"]):
        return "no vector yet"
    return "meaning" if knobs.embedding_calibration == "raw" else f"meaning, {at['cosine']:.2f} as a share of the best"


def _keyword_line(weight: float, at: Mapping[str, float], knobs: RelevanceParameters, words: Mapping[str, float]) -> Line:
    """Return BM25's line; its value is shared among the words as their scores are."""
    bm25, value = at["bm25"], at["keyword"]
    if bm25 <= 0.0:
        return _line("keyword", "BM25", weight, value, text="no query word occurs in it", raw=bm25)
    found = {word: score for word, score in words.items() if score > 0.0}
    total = sum(found.values())
    parts = tuple(_line("word", word, weight, value * (score / total), text="", raw=score) for word, score in found.items())
    saturating = knobs.keyword_calibration == "saturating"
    how = f"{bm25:.2f} / ({bm25:.2f} + {knobs.k_norm:.1f})" if saturating else f"{bm25:.2f} as a share of the best"
    origin = " + ".join(f"{word} {score:.2f}" for word, score in found.items())
    return _line("keyword", "BM25", weight, value, text=f"{how}, from {origin}" if found else how, raw=bm25, parts=parts)


def _tag_text(match: float, shared: tuple[int, int] | None) -> str:
    if match <= 0.0:
        return "no shared tag"
    return f"{_counted(shared[0], 'shared tag')} of {shared[1]}" if shared else "shares tags with the query"


def _title_text(grade: float, knobs: RelevanceParameters) -> str:
    if grade <= 0.0:
        return "shares nothing with the query"
    if grade == knobs.title_exact:
        return "is the query"
    return "begins with the query" if grade == knobs.title_prefix else "shares letters, is not a prefix"


def _recency_line(ranking: Ranking, position: int, parameters: ParameterSet, one: FeatureTable, now_ms: int) -> Line:
    age = float(age_days(now_ms, one.created_ms)[0])
    half_life = parameters.recency.half_life[TYPE_KEYS[one.type[0]]]
    text = f"{_days(age)} at half-life {half_life:g}" if math.isfinite(half_life) else f"{_days(age)}, never fades"
    if held_back_by_recency(ranking, parameters.ranking)[position]:
        text += ": held back by recency"
    value = float(ranking.signals.recency[position])
    return _line("recency", "Recency", parameters.ranking.recency, value, text=text, raw=age)


def _importance_line(ranking: Ranking, position: int, parameters: ParameterSet, one: FeatureTable) -> Line:
    knobs = parameters.importance
    kind, project = TYPE_KEYS[one.type[0]], one.projects[int(one.project[0])]
    user = float(one.importance[0])
    boosts = {
        kind: knobs.type_boost[kind],
        "pinned": knobs.pinned if one.pinned[0] else 0.0,
        f"project {project}": knobs.project_boost.get(project, 0.0),
    }
    added = [f"{signed(boost, 2)} {name}" for name, boost in boosts.items() if boost]
    text = " ".join([f"{user:.2f} as set", *added]) if added else f"as set, no boost for {kind}"
    total = user + sum(boosts.values())
    if total > 1.0:
        text += ", at most 1"
    elif total < 0.0:
        text += ", at least 0"
    value = float(ranking.signals.importance[position])
    return _line("importance", "Importance", parameters.ranking.importance, value, text=text, raw=user)


def _usage_line(ranking: Ranking, position: int, parameters: ParameterSet, one: FeatureTable) -> Line:
    counts = [(one.views, "view"), (one.cites, "cite"), (one.edits, "edit")]
    text = ", ".join(_counted(int(count[0]), what) for count, what in counts)
    value, most = float(ranking.signals.usage[position]), float(ranking.signals.usage.max())
    if most == 0.0:
        text += "; all candidates are used alike"
    elif value in (0.0, most):
        text += f"; the {'most' if value else 'least'} used of the candidates"
    raw = float(usage_raw(one.views, one.cites, one.edits, parameters.usage)[0])
    return _line("usage", "Usage", parameters.ranking.usage, value, text=text, raw=raw)


def _duplication_line(ranking: Ranking, position: int, weights: RankingParameters, known: Evidence) -> Line:
    value, nearest = float(ranking.signals.duplication[position]), int(ranking.nearest[position])
    like = known.nearest_title or "another result"
    if nearest >= 0:
        text = f"like {like}, rank {nearest + 1}"
    else:
        text = "like a better result that a filter leaves out" if value > 0.0 else "repeats no better result"
    return _line("duplication", "Duplication", -weights.duplication, value, text=text, raw=value)


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"


def _days(age: float) -> str:
    if age < 1.0:
        return _counted(math.floor(age * 24), "hour")
    return _counted(math.floor(age), "day")
