"""The work of one search, done in a worker: rank, then fetch the words of what is shown."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from memento_gui.domain.parameters import ParameterSet
from memento_gui.model.library import Library
from memento_gui.model.searches.completing import Vocabulary
from memento_gui.model.searches.findings import Findings
from memento_gui.model.searches.ways_out import WayOut, way_out
from memento_gui.model.values import EmbeddingState, Headline, SearchOutcome
from memento_gui.qt.places.search.results.arithmetic import Arithmetic, arithmetic, word_arithmetic
from memento_gui.qt.places.search.results.rows import Row, rows_of, shown_positions


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A finished search: its findings, the rows to show, and how far the vectors are."""

    findings: Findings
    rows: tuple[Row, ...]
    headlines: Mapping[str, Headline]
    vectors: EmbeddingState
    everything: bool
    way_out: WayOut | None = None
    """Where nothing was found, the filter that stands in the way."""

    @property
    def outcome(self) -> SearchOutcome:
        """What the search found out."""
        return self.findings.outcome

    @property
    def filters_only(self) -> bool:
        """Whether the query filters, and has no word to rank by."""
        asked = self.findings.found.asked
        return bool(asked.query.terms) and not asked.ranking.strip()


def ask(library: Library, text: str, parameters: ParameterSet, *, everything: bool) -> Answered:
    """Search and return what the list shows; ``everything`` asks for all rows at once.

    The store is looked at once, however often others write meanwhile: to catch up with each write may take longer than
    the search.
    """
    with library.steady():
        findings = library.finding.search(text, parameters)
        return shown(library, findings, library.embedding_state(), everything=everything)


def ask_again(library: Library, answered: Answered, parameters: ParameterSet) -> Answered:
    """Rank what was found by other numbers and return what the list shows."""
    findings = library.finding.again(answered.findings, parameters)
    known = answered.headlines if findings.found is answered.findings.found else {}
    return shown(library, findings, answered.vectors, everything=answered.everything, known=known)


def names_and_count(library: Library) -> tuple[Vocabulary, int]:
    """Return the names that occur in the store, and how many memories are not in the trash."""
    with library.steady():
        return library.completing.vocabulary(), int(np.count_nonzero(~library.features().trashed))


def shown(
    library: Library,
    findings: Findings,
    vectors: EmbeddingState,
    *,
    everything: bool,
    known: Mapping[str, Headline] | None = None,
) -> Answered:
    """Fetch the words of what is shown of an outcome, but for those that are known."""
    outcome, held = findings.outcome, known or {}
    above, below = shown_positions(outcome, everything=everything)
    ids = [outcome.ids[position] for position in (*above, *below)]
    unknown = [identity for identity in ids if identity not in held]
    headlines = {**held, **library.headlines(unknown, around=outcome.best_matches)}
    return Answered(
        findings=findings,
        rows=rows_of(outcome, headlines, everything=everything),
        headlines=headlines,
        vectors=vectors,
        everything=everything,
        way_out=None if outcome.ids else way_out(library.finding, findings),
    )


def explained(library: Library, answered: Answered, position: int) -> Arithmetic:
    """Return the arithmetic of the result at ``position``."""
    outcome = answered.outcome
    headline = answered.headlines.get(outcome.ids[position])
    title = headline.title if headline else ""
    if outcome.ranking is None:
        return word_arithmetic(outcome, position, title)
    return arithmetic(library.explain(outcome, position), title, outcome.text)
