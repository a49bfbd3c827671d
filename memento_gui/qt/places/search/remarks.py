"""What there is to say about a search: in sentences, from its outcome."""

from typing import Final

from memento_gui.domain.presets import BUILT_IN, LONG_MEMORY
from memento_gui.model.values import EmbeddingState, SearchOutcome
from memento_gui.qt.places.search.results.rows import held_back, kept_count

INVITATION: Final = (
    "Search what your assistant remembers",
    'Words rank by meaning and by spelling. #tag weighs; type:semantic, tag:deploy, -word and "a phrase" filter.',
)
"""What is said before anything is asked: a heading and a sentence."""

NOTHING_FOUND: Final = "Check the spelling, take a filter away, or use other words."
FILTERS_ONLY: Final = "Add a word to rank by, or list in Browse what the filters let through."


def remarks_of(outcome: SearchOutcome, vectors: EmbeddingState) -> tuple[str, ...]:
    """Return the sentences to show above the results."""
    said = [_diagnosed(outcome.text, d.start, d.end, d.message) for d in outcome.diagnostics]
    if outcome.ranking is None:
        return tuple(said)
    if outcome.words_only and outcome.query_words:
        reason = outcome.reason or "The query has no word that a vector could be made of."
        said.append(f"Words only. {reason} The keep threshold is not applied.")
    elif vectors.pending:
        said.append(
            f"{vectors.pending:,} of {vectors.total:,} memories have no vector yet; "
            "until then they are found by their words."
        )
    if outcome.weak and len(outcome):
        said.append("Nothing matches well: no word of the query occurs anywhere, and no memory is close in meaning.")
    held = int(held_back(outcome).sum())
    if held:
        what = "1 memory is" if held == 1 else f"{held} memories are"
        said.append(f"{what} held back by recency: relevance alone has {'it' if held == 1 else 'them'} in the top 10.")
    return tuple(said)


def hides_the_past(outcome: SearchOutcome) -> bool:
    """Return whether the numbers hold back what fits because it is old, so that other numbers are worth an offer."""
    return outcome.parameters != BUILT_IN[LONG_MEMORY] and bool(held_back(outcome).any())


def counts_of(outcome: SearchOutcome) -> tuple[str, str]:
    """Return what the header says: what counts, and of what."""
    if outcome.ranking is None:
        return f"{len(outcome):,}", "found by their words" if len(outcome) != 1 else "found by its words"
    candidates = "1 candidate" if outcome.considered == 1 else f"{outcome.considered:,} candidates"
    if not outcome.ranking.threshold_applied:
        return f"{len(outcome):,}", f"of {candidates}, by words only"
    return f"{kept_count(outcome):,} kept", f"of {candidates}"


def _diagnosed(text: str, start: int, end: int, message: str) -> str:
    part = text[start:end]
    return f"“{part}”: {message}" if part else message
