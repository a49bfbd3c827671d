"""Learning the ranking from judged queries: fitted on all of them, tested on those each fit never saw."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Final

import numpy as np

from memento_gui.domain.arrays import FloatArray
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.learning.ascent import Rated, ascend
from memento_gui.engine.learning.judged import Judged, JudgedQuery, judged_of, usable
from memento_gui.engine.learning.measure import Quality, ndcg_of, quality_of, terms_of
from memento_gui.engine.learning.point import FIT, WEIGHTS, Point, point_of, with_point
from memento_gui.engine.learning.testing import Difference, folds, paired_difference

FEWEST_QUERIES: Final = 20
FOLDS: Final = 5
AS_GOOD: Final = 0.005
"""nDCG@10 that a plateau may lie below the number chosen."""

_SEED: Final = 20_260
_PLACES: Final = 101

Report = Callable[[int, int, str], None]
"""Told how much is done, of how much, and what it is at; raises to stop."""


class Verdict(StrEnum):
    """What became of learning."""

    BETTER = "better"
    TOO_FEW = "too few"
    UNCERTAIN = "uncertain"
    SAME = "same"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plateau:
    """Mean nDCG@10 over all judged queries along one weight, the others of its group sharing what it leaves.

    ``low`` to ``high`` is the stretch around the learned value on which it stays within `AS_GOOD` of it.
    """

    x: FloatArray
    y: FloatArray
    old: float
    new: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingLesson:
    """What was learned from Q judged queries.

    ``parameters`` is what is to be used: the given set unless the verdict is `Verdict.BETTER`. ``fitted`` is what fits all
    queries best. ``old`` and ``new`` are measured on held-out queries, ``new`` with numbers fitted on the others.
    """

    verdict: Verdict
    reason: str
    queries: tuple[str, ...]
    given: ParameterSet
    fitted: ParameterSet
    old: Quality | None = None
    new: Quality | None = None
    differences: Mapping[str, Difference] | None = None
    plateaus: Mapping[str, Plateau] | None = None

    @property
    def parameters(self) -> ParameterSet:
        """The set to be used."""
        return self.fitted if self.verdict is Verdict.BETTER else self.given


def learn_ranking(
    table: FeatureTable, queries: Sequence[JudgedQuery], parameters: ParameterSet, *, now_ms: int, report: Report
) -> RankingLesson:
    """Learn weights, calibration and half-lives by coordinate ascent on nDCG@10, and test them by 5 folds of queries.

    Args:
        table: The memories whose rows the candidates are.
        queries: What people judged; queries without anything relevant or without candidates are left out.
        parameters: The set in use: where the search begins, and what is compared with.
        now_ms: The instant at which ages end.
        report: Told how far it is; may raise `Cancelled`.

    Source: Metzler and Croft 2007, "Linear Feature-Based Models for Information Retrieval" (coordinate ascent).
    """
    asked = usable(queries)
    names = tuple(one.text for one in asked)
    if len(asked) < FEWEST_QUERIES:
        return RankingLesson(
            verdict=Verdict.TOO_FEW, reason=_too_few(len(asked)), queries=names, given=parameters, fitted=parameters
        )
    judged = judged_of(table, asked, parameters, now_ms=now_ms)
    rated, start, total = Rated(judged), point_of(parameters), FOLDS + 2
    new = quality_of(judged, start)
    held_out = {field.name: getattr(new, field.name).copy() for field in fields(Quality)}
    for number, part in enumerate(folds(len(judged), FOLDS, seed=_SEED)):
        done = number
        others = rated.part(np.setdiff1d(np.arange(len(judged)), part))
        fold = ascend(others, start, seed=_SEED, check=_ticking(report, done, total, f"fold {number + 1} of {FOLDS}"))
        tested = quality_of(judged.take(part), fold.point)
        for field in fields(Quality):
            held_out[field.name][part] = getattr(tested, field.name)
    best = ascend(rated, start, seed=_SEED, check=_ticking(report, FOLDS, total, "all queries"))
    old, new = quality_of(judged, start), Quality(**held_out)
    differences = {f.name: paired_difference(getattr(old, f.name), getattr(new, f.name), seed=_SEED) for f in fields(old)}
    plateaus = _plateaus(judged, start, best.point, _ticking(report, FOLDS + 1, total, "plateaus"))
    report(total, total, "")
    fitted = with_point(parameters, best.point)
    verdict = _verdict(differences["ndcg"], same=fitted == parameters)
    return RankingLesson(
        verdict=verdict,
        reason=_reason(verdict, differences["ndcg"], len(judged)) + _by_words(asked),
        queries=names,
        given=parameters,
        fitted=fitted,
        old=old,
        new=new,
        differences=differences,
        plateaus=plateaus,
    )


def _ticking(report: Report, done: int, total: int, note: str) -> Callable[[], None]:
    return lambda: report(done, total, note)


def _plateaus(judged: Judged, old: Point, new: Point, check: Callable[[], None]) -> dict[str, Plateau]:
    """Return every weight's line by ranking again at each of its places, so that penalties and MMR count as they do."""
    found: dict[str, Plateau] = {}
    terms = terms_of(judged, new)
    for name in WEIGHTS:
        low, high = new.reach(name)
        if high <= low:
            continue
        here = new.weight(name)
        x = np.unique(np.append(np.linspace(low, high, _PLACES), min(max(here, low), high)))
        y = np.empty_like(x)
        for place, to in enumerate(x.tolist()):
            check()
            moved = new.moved(name, to)
            y[place] = ndcg_of(judged, moved, None if name in FIT else terms).mean()
        at = int(np.searchsorted(x, here))
        at = min(at, len(x) - 1)
        worse = np.flatnonzero(y < y[at] - AS_GOOD)
        first = worse[worse < at].max(initial=-1) + 1
        last = worse[worse > at].min(initial=len(x)) - 1
        found[name] = Plateau(x=x, y=y, old=old.weight(name), new=here, low=float(x[first]), high=float(x[last]))
    return found


def _verdict(ndcg: Difference, *, same: bool) -> Verdict:
    if same:
        return Verdict.SAME
    return Verdict.BETTER if ndcg.low > 0.0 else Verdict.UNCERTAIN


def _too_few(count: int) -> str:
    queries = "query has" if count == 1 else "queries have"
    return (
        f"Numbers kept: {count} judged {queries} a relevant result, and at least {FEWEST_QUERIES} are needed. "
        "Judge more queries in Search with the keys 0 to 3."
    )


def _by_words(asked: Sequence[JudgedQuery]) -> str:
    if any(not np.isnan(query.candidates.cosine).all() for query in asked):
        return ""
    return " It was learned by words alone, without any vector: the weight of meaning tells nothing."


def _reason(verdict: Verdict, ndcg: Difference, count: int) -> str:
    interval = f"95 % interval {_signed(ndcg.low)} to {_signed(ndcg.high)}"
    match verdict:
        case Verdict.BETTER:
            return f"Better on queries it never saw: nDCG@10 {ndcg.old:.3f} → {ndcg.new:.3f}, {interval}, {count} queries."
        case Verdict.SAME:
            return f"Numbers kept: nothing found fits these {count} queries better than the numbers in use."
        case _:
            what = "includes 0" if ndcg.high >= 0.0 else "lies below 0"
            return (
                f"Numbers kept: on queries it never saw nDCG@10 goes {ndcg.old:.3f} → {ndcg.new:.3f}, "
                f"and the {interval} {what}. More judged queries may settle it."
            )


def _signed(value: float) -> str:
    text = f"{value:+.3f}"
    return text.replace("-", "\N{MINUS SIGN}")
