"""The work of one search, done in a worker: rank, then fetch the words of what is shown."""

from collections.abc import Mapping
from dataclasses import dataclass

from memento_gui.domain.parameters import ParameterSet
from memento_gui.model.library import Library
from memento_gui.model.values import EmbeddingState, Headline, SearchOutcome
from memento_gui.qt.places.search.arithmetic import Arithmetic, arithmetic, word_arithmetic
from memento_gui.qt.places.search.rows import Row, rows_of, shown_positions


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A finished search: its outcome, the rows to show, and how far the vectors are."""

    outcome: SearchOutcome
    rows: tuple[Row, ...]
    headlines: Mapping[str, Headline]
    vectors: EmbeddingState
    everything: bool


def ask(library: Library, text: str, parameters: ParameterSet, *, everything: bool) -> Answered:
    """Search and return what the list shows; ``everything`` asks for all rows at once."""
    outcome = library.search(text, parameters=parameters)
    return shown(library, outcome, library.embedding_state(), everything=everything)


def shown(library: Library, outcome: SearchOutcome, vectors: EmbeddingState, *, everything: bool) -> Answered:
    """Fetch the words of what is shown of an outcome."""
    above, below = shown_positions(outcome, everything=everything)
    headlines = library.headlines([outcome.ids[position] for position in (*above, *below)])
    return Answered(
        outcome=outcome,
        rows=rows_of(outcome, headlines, everything=everything),
        headlines=headlines,
        vectors=vectors,
        everything=everything,
    )


def explained(library: Library, answered: Answered, position: int) -> Arithmetic:
    """Return the arithmetic of the result at ``position``."""
    outcome = answered.outcome
    headline = answered.headlines.get(outcome.ids[position])
    title = headline.title if headline else ""
    if outcome.ranking is None:
        return word_arithmetic(outcome, position, title)
    return arithmetic(library.explain(outcome, position), title)
