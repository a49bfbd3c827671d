"""A search's outcome as the rows of the result list: finished values that the delegate paints."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from memento_gui.domain.arrays import BoolArray
from memento_gui.domain.memory import TYPES, MemoryType
from memento_gui.domain.parameters import RankingParameters
from memento_gui.domain.ranking import Ranking
from memento_gui.engine.explain import held_back_by_recency
from memento_gui.model.values import Headline, SearchOutcome
from memento_gui.qt.phrases import age_text, days_between
from memento_gui.qt.places.search.results.arithmetic import Arithmetic
from memento_gui.qt.places.search.results.matches import Span
from memento_gui.qt.widgets.score_bar import ScoreBar

AT_FIRST: Final = 20
"""Kept results shown before "Show n more"."""
BELOW_AT_FIRST: Final = 3
"""Results under the keep threshold shown before "Show n more"."""
_SHOWN_SNIPPET: Final = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """One result. ``position`` counts from 0 in the outcome; ``arithmetic`` is there while the row is unfolded.

    ``held`` says that its age holds back what relevance alone would have among the first.
    """

    position: int
    memory_id: str
    type: MemoryType
    title: str
    snippet: str
    title_spans: tuple[Span, ...]
    snippet_spans: tuple[Span, ...]
    bar: ScoreBar
    score: float
    age: str
    created_ms: int
    kept: bool
    pinned: bool
    pending: bool
    held: bool = False
    arithmetic: Arithmetic | None = None
    grade: int | None = None

    @property
    def spoken(self) -> str:
        """The row in words, for screen readers."""
        parts = [f"{self.position + 1}. {self.title}", f"score {self.score:.3f}", self.type.value, f"{self.age} old"]
        if not self.kept:
            parts.append("below the keep threshold")
        if self.held:
            parts.append("held back by recency")
        if self.pending:
            parts.append("no vector yet")
        if self.grade is not None:
            parts.append(f"graded {self.grade}")
        if self.arithmetic is not None:
            parts.append(self.arithmetic.spoken)
        return ", ".join(parts)

    def unfolded(self, arithmetic: Arithmetic | None) -> "ResultRow":
        """Return the row with its arithmetic, or folded."""
        return replace(self, arithmetic=arithmetic)

    def graded(self, grade: int | None) -> "ResultRow":
        """Return the row with another grade, or none."""
        return replace(self, grade=grade)


@dataclass(frozen=True, slots=True, kw_only=True)
class BandRow:
    """The band above the results under the keep threshold."""

    threshold: float
    below: int
    shown: int

    @property
    def text(self) -> str:
        """What the band says."""
        return f"Below the keep threshold {self.threshold:.2f}"

    @property
    def note(self) -> str:
        """What it says at the right."""
        return f"{self.below}, showing the best {self.shown}" if self.shown < self.below else f"{self.below}"


@dataclass(frozen=True, slots=True, kw_only=True)
class MoreRow:
    """The last row: the results that are not shown yet."""

    hidden: int

    @property
    def text(self) -> str:
        """What the row says."""
        return f"Show {self.hidden} more"


Row = ResultRow | BandRow | MoreRow


def kept_count(outcome: SearchOutcome) -> int:
    """Return how many results reach the keep threshold (all, where none applies)."""
    return len(outcome) if outcome.ranking is None else int(outcome.ranking.kept.sum())


def threshold_of(outcome: SearchOutcome) -> float | None:
    """Return the keep threshold, or None where none is applied."""
    applied = outcome.ranking is not None and outcome.ranking.threshold_applied
    return outcome.parameters.ranking.keep_threshold if applied else None


def held_back(outcome: SearchOutcome) -> BoolArray:
    """Return which results only their age holds back."""
    if outcome.ranking is None:
        return np.zeros(len(outcome), dtype=np.bool_)
    return held_back_by_recency(outcome.ranking, outcome.parameters.ranking)


def shown_positions(outcome: SearchOutcome, *, everything: bool) -> tuple[range, range]:
    """Return the positions shown of the kept results, and of those below the threshold."""
    kept, total = kept_count(outcome), len(outcome)
    if everything:
        return range(kept), range(kept, total)
    held = np.flatnonzero(held_back(outcome)[kept : kept + AT_FIRST])
    below = max(BELOW_AT_FIRST, int(held[-1]) + 1 if len(held) else 0) if kept <= AT_FIRST else 0
    return range(min(kept, AT_FIRST)), range(kept, min(kept + below, total))


def rows_of(outcome: SearchOutcome, headlines: Mapping[str, Headline], *, everything: bool) -> tuple[Row, ...]:
    """Return the rows of the list: kept results, the band, those below it, and what is not shown.

    Args:
        outcome: What the search found.
        headlines: Of at least the results shown.
        everything: Whether every result is wanted.
    """
    above, below = shown_positions(outcome, everything=everything)
    held = held_back(outcome)
    rows: list[Row] = [_result(outcome, headlines, position, held=bool(held[position])) for position in above]
    threshold = threshold_of(outcome)
    if len(below) and threshold is not None:
        rows.append(BandRow(threshold=threshold, below=len(outcome) - kept_count(outcome), shown=len(below)))
    rows += [_result(outcome, headlines, position, held=bool(held[position])) for position in below]
    hidden = len(outcome) - len(above) - len(below)
    return (*rows, MoreRow(hidden=hidden)) if hidden else tuple(rows)


def results_of(outcome: SearchOutcome, headlines: Mapping[str, Headline], count: int) -> tuple[ResultRow, ...]:
    """Return the first results as rows, those under the keep threshold at their place."""
    held = held_back(outcome).tolist()
    return tuple(_result(outcome, headlines, position, held=held[position]) for position in range(min(count, len(held))))


def _result(outcome: SearchOutcome, headlines: Mapping[str, Headline], position: int, *, held: bool) -> ResultRow:
    identity, table = outcome.ids[position], outcome.table
    headline = headlines.get(identity, Headline(title="", snippet="", tags=()))
    ranking = outcome.ranking or outcome.word_ranking
    assert ranking is not None
    row = int(ranking.rows[position])
    snippet = headline.snippet[:_SHOWN_SNIPPET]
    title = headline.title[:_SHOWN_SNIPPET]
    bar, score = _bar(outcome, position)
    created = int(table.created_ms[row])
    return ResultRow(
        position=position,
        memory_id=identity,
        type=TYPES[int(table.type[row])],
        title=title or "(no words)",
        snippet=snippet,
        title_spans=outcome.matches(title),
        snippet_spans=outcome.matches(snippet),
        bar=bar,
        score=score,
        age=age_text(days_between(outcome.now_ms, created)),
        created_ms=created,
        kept=not bar.faded,
        pinned=bool(table.pinned[row]),
        pending=bool(outcome.pending[position]),
        held=held,
    )


def _bar(outcome: SearchOutcome, position: int) -> tuple[ScoreBar, float]:
    """The bar of one result and its score."""
    if outcome.ranking is not None:
        return _s_bar(outcome, position)
    ranking, knobs = outcome.word_ranking, outcome.parameters.session
    assert ranking is not None
    parts = (
        ("relevance", knobs.text * float(ranking.text_rank[position])),
        ("recency", knobs.recency * float(ranking.recency[position])),
        ("usage", knobs.revision * float(ranking.revision[position])),
    )
    return ScoreBar(parts=parts, tick=True, full=max(1.0, knobs.text + knobs.recency + knobs.revision)), ranking.scores[
        position
    ].value


def _s_bar(outcome: SearchOutcome, position: int) -> tuple[ScoreBar, float]:
    ranking = outcome.ranking
    assert ranking is not None
    return bar_of(ranking, position, outcome.parameters.ranking), float(ranking.score[position])


def bar_of(ranking: Ranking, position: int, knobs: RankingParameters) -> ScoreBar:
    """Return the bar of one result by Memento S."""
    names = ("relevance", "recency", "importance", "usage")
    return ScoreBar(
        parts=tuple((name, getattr(knobs, name) * float(getattr(ranking.signals, name)[position])) for name in names),
        taken=knobs.duplication * float(ranking.signals.duplication[position]),
        full=max(1.0, sum(getattr(knobs, name) for name in names)),
        thresholds=(knobs.keep_threshold,) if ranking.threshold_applied else (),
        tick=True,
        faded=not bool(ranking.kept[position]),
    )
