"""Learning from judgements: the judged queries' candidates are gathered by the search itself, then fitted and tested."""

from collections.abc import Callable

from memento_gui.domain.features import FeatureTable
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.learning.judged import JudgedQuery
from memento_gui.engine.learning.ranking import RankingLesson, learn_ranking
from memento_gui.model.judging import Judging
from memento_gui.model.live import LiveStore
from memento_gui.model.searching import Found, chosen

Report = Callable[[int, int, str], None]
"""Told how much is done, of how much, and what it is at; raises `Cancelled` to stop."""

_TRIES = 3
_Gathered = tuple[FeatureTable, list[JudgedQuery], int]


class Learning:
    """Learns from one store; its methods take seconds and belong in a worker. Safe to call from any thread."""

    def __init__(
        self,
        judging: Judging,
        live: LiveStore,
        *,
        find: Callable[[str, ParameterSet], Found],
        ready: Callable[[], None],
    ) -> None:
        """Keep what is needed.

        Args:
            judging: Knows what was judged.
            live: The store as columns.
            find: Asks the indexes for a query.
            ready: Loads the embedding model if there is one.
        """
        self._judging, self._live, self._find, self._ready = judging, live, find, ready

    def count(self) -> int:
        """Return how many judged queries have anything relevant."""
        return sum(max(query.grades.values()) > 0 for query in self._judging.queries())

    def ranking(self, parameters: ParameterSet, report: Report) -> RankingLesson:
        """Learn the ranking's numbers from every judged query, beginning at a set; nothing is written.

        Where the set ranks by SearchScore, its Memento S is learned.

        Args:
            parameters: Where to begin, and what to compare with.
            report: Told how far it is.

        Raises:
            Cancelled: If ``report`` raises it.
        """
        table, queries, now = self._gathered(parameters, report)
        return learn_ranking(table, queries, parameters, now_ms=now, report=report)

    def _gathered(self, parameters: ParameterSet, report: Report) -> _Gathered:
        """Search for every judged query with the model loaded; candidates are rows of one table."""
        self._ready()
        judged = [query for query in self._judging.queries() if max(query.grades.values()) > 0]
        found: dict[str, Found] = {}
        table = self._live.snapshot().table
        for _ in range(_TRIES):  # someone may write meanwhile: what was found in an older table is asked again
            old = [query.text for query in judged if query.text not in found or found[query.text].table is not table]
            for done, text in enumerate(old):
                report(done, len(old), "searching")
                found[text] = self._find(text, parameters)
            table = self._live.snapshot().table
            if all(one.table is table for one in found.values()):
                break
        queries = [
            JudgedQuery(text=query.text, candidates=chosen(found[query.text], parameters), grades=query.grades)
            for query in judged
            if found[query.text].table is table
        ]
        return table, queries, max((one.now_ms for one in found.values()), default=0)
