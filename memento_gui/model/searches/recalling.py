"""What a search found, as memories with their scores, and the arithmetic behind one of them."""

from collections.abc import Mapping

from memento_gui.domain.memory import Memory
from memento_gui.engine.explain import Evidence, Explanation, explain
from memento_gui.model.values import Headline, Hit, SearchOutcome, signals_at
from memento_gui.store import Store

_BY_WORDS = ("text_rank", "recency", "revision")


def hits_of(outcome: SearchOutcome, store: Store) -> list[Hit]:
    """Return the memories of an outcome that still exist, in its order."""
    memories = {memory.id: memory for memory in store.get_many(outcome.ids)}
    found = [(place, memories[i]) for place, i in enumerate(outcome.ids) if i in memories]
    return [_hit(outcome, place, memory) for place, memory in found]


def _hit(outcome: SearchOutcome, place: int, memory: Memory) -> Hit:
    ranking, by_words = outcome.ranking, outcome.word_ranking
    if ranking is not None:
        return Hit(
            memory=memory,
            score=float(ranking.score[place]),
            signals=signals_at(ranking.signals, place),
            below_threshold=not ranking.kept[place],
        )
    assert by_words is not None
    signals = {name: float(getattr(by_words, name)[place]) for name in _BY_WORDS}
    return Hit(memory=memory, score=by_words.scores[place].value, signals=signals)


def nearest_of(outcome: SearchOutcome, position: int) -> list[str]:
    """Return the id of the picked result that one result repeats most, if there is one."""
    nearest = -1 if outcome.ranking is None else int(outcome.ranking.nearest[position])
    return [outcome.ids[nearest]] if nearest >= 0 else []


def explained(
    outcome: SearchOutcome, position: int, *, titles: Mapping[str, Headline], shared_tags: tuple[int, int]
) -> Explanation:
    """Return the arithmetic of one result of a search by Memento S.

    Args:
        outcome: The search.
        position: The result's place in it.
        titles: The headline of the memory that `nearest_of` names.
        shared_tags: How many tags query and memory share, of how many that either has.

    Raises:
        ValueError: If the search ranked by SearchScore.
    """
    if outcome.ranking is None:
        raise ValueError("a SearchScore has no such arithmetic")
    known = Evidence(
        word_scores={word: float(scores[position]) for word, scores in outcome.word_scores.items()},
        shared_tags=shared_tags,
        nearest_title=next((line.title for line in titles.values()), ""),
    )
    return explain(outcome.ranking, position, outcome.parameters, outcome.table, outcome.now_ms, known)
