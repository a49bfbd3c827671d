"""What the library hands out besides memories: frozen values that a face can show as they are."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from memento_gui.domain.arrays import BoolArray, FloatArray, IntArray
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.memory import Answer, Memory, ReviewState
from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.ranking import Ranking, Signals
from memento_gui.engine.session import ContextScore, SearchScore
from memento_gui.interchange.imported import FORMAT_NAMES
from memento_gui.search.words import word_spans


@dataclass(frozen=True, slots=True)
class Headline:
    """What one row of a table shows of a memory's words: title (or first line), the rest on one line, tags."""

    title: str
    snippet: str
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A remark on part of a query: characters ``start`` to ``end``, and what is wrong there."""

    start: int
    end: int
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Filtered:
    """The rows of `Library.features` that a filter line lets through, in import order."""

    rows: IntArray
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WordRanking:
    """A ranking by SearchScore: C hits, best first; each part in [0, 1]."""

    rows: IntArray
    scores: tuple[SearchScore, ...]
    text_rank: FloatArray
    recency: FloatArray
    revision: FloatArray


_TELLS_MOST = 0.75
"""The share of the best word's BM25 from which a text is worth showing from that word on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOutcome:
    """Everything a search found out.

    ``ranking`` holds Memento S, ``word_ranking`` SearchScore; one of them is None, as the parameters' scheme says. Their
    ``rows`` index ``table``. ``words_only`` is true where no query vector could be made: then the keep threshold is not
    applied and ``reason`` says why. ``weak`` means that nothing matches well. ``pending`` marks ranked memories without a
    vector yet. ``word_scores`` holds BM25 by query word for the ranked memories. ``telling_words`` are those query words
    that are marked in texts. ``languages`` are those whose word endings were known.
    """

    text: str
    parameters: ParameterSet
    now_ms: int
    table: FeatureTable
    ids: tuple[str, ...]
    ranking: Ranking | None
    word_ranking: WordRanking | None
    pending: BoolArray
    word_scores: Mapping[str, FloatArray]
    query_words: tuple[str, ...]
    telling_words: tuple[str, ...]
    languages: tuple[str, ...]
    considered: int
    words_only: bool
    weak: bool
    reason: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()
    elapsed_ms: float = 0.0

    def __len__(self) -> int:
        return len(self.ids)

    def matches(self, text: str) -> tuple[tuple[int, int], ...]:
        """Return where in a shown text stand the telling words of the query: pairs of start and end, in order, apart."""
        return tuple(word_spans(text, self.telling_words, self.languages))

    def best_matches(self, text: str) -> tuple[tuple[int, int], ...]:
        """Return where in a text stand those words of the query that tell most: a text is worth showing from there."""
        most = {word: float(self.word_scores[word].max()) for word in self.telling_words if word in self.word_scores}
        enough = _TELLS_MOST * max(most.values(), default=0.0)
        best = [word for word, score in most.items() if score >= enough > 0.0]
        return tuple(word_spans(text, best, self.languages))


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One result of `Library.recall`: S (or SearchScore's value), and the signals it is made of."""

    memory: Memory
    score: float
    signals: Mapping[str, float]
    below_threshold: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextEntry:
    """One memory of a new session's context, with the three parts of its ContextScore."""

    memory: Memory
    score: ContextScore
    recency: float
    revision: float
    priority: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgettingCandidate:
    """A memory that the forgetting rules name, and why."""

    memory: Memory
    kind: str
    score: float
    terms: Mapping[str, float]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A memory to review; ``recall`` is in [0, 1]. ``state`` is None while it is no card yet: answering introduces it."""

    memory: Memory
    state: ReviewState | None
    recall: float

    @property
    def is_new(self) -> bool:
        """Whether it has never been answered."""
        return self.state is None or self.state.last_review_ms is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """What one answer would lead to: the next interval in days, and the instant it ends."""

    interval_days: float
    due_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewQueue:
    """Today's cards in order, and the day's counts.

    ``due`` and ``new`` are those that are still asked; ``later`` are due too, but beyond the daily limit. ``grown`` and
    ``shrunk`` count the answers that made an interval longer or shorter.
    """

    cards: tuple[Card, ...]
    due: int
    new: int
    done: int
    answers: Mapping[Answer, int]
    seconds_a_card: float | None = None
    later: int = 0
    grown: int = 0
    shrunk: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """A memory that says something similar; ``similarity`` is a cosine in [0, 1], or None where words were compared."""

    memory: Memory
    similarity: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbeddingState:
    """How far the vectors are: ``pending`` of ``total`` memories wait; ``reason`` says why no model is available."""

    model: str
    total: int
    pending: int
    available: bool
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportProblem:
    """Something odd in an imported file: where, and what was done about it."""

    place: str
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """What an import did. ``known`` memories were there already, ``differing`` of them with other words or tags.

    They were left as they are, except ``updated`` ones.
    """

    source: str
    format: str
    added: int
    known: int
    relations: int
    differing: int = 0
    updated: int = 0
    problems: tuple[ImportProblem, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def brings(self) -> bool:
        """Whether there is anything to write."""
        return bool(self.added or self.relations or self.updated)

    @property
    def forecast(self) -> str:
        """The report in a sentence, before anything was written."""
        name = FORMAT_NAMES.get(self.format, self.format)
        if not self.brings:
            return f"Read as {name}: nothing to add. {self._known_ones}"
        parts = [f"{_count(self.added, 'memory', 'memories')} to add"]
        parts += [f"{_count(self.relations, 'relation', 'relations')} to add"] if self.relations else []
        parts += [f"{self.known:,} here already and left as {'it is' if self.known == 1 else 'they are'}"] * bool(
            self.known
        )
        parts += [f"{self.differing:,} of these with other words or tags"] if self.differing else []
        parts += [_count(len(self.problems), "odd thing", "odd things")] if self.problems else []
        return f"Read as {name}: {', '.join(parts)}. Nothing was written yet; an import can be undone."

    @property
    def _known_ones(self) -> str:
        if not self.known:
            return "There are no memories in it."
        if self.known == 1:
            return f"The one memory in it is here already{', with other words or tags' if self.differing else ''}."
        differing = f", {self.differing:,} of them with other words or tags" if self.differing else ""
        return f"All {self.known:,} memories in it are here already{differing}."

    @property
    def sentence(self) -> str:
        """The report in a sentence."""
        parts = [
            f"{_count(self.added, 'memory', 'memories')} added",
            f"{self.known:,} {'was' if self.known == 1 else 'were'} there already",
        ]
        if self.updated:
            parts.append(f"{self.updated:,} of these took over its words or tags")
        elif self.differing:
            parts.append(f"{self.differing:,} of these with other words or tags, which were left as they are")
        if self.relations:
            parts.append(f"{_count(self.relations, 'relation', 'relations')} added")
        if self.problems:
            parts.append(f"{_count(len(self.problems), 'odd record', 'odd records')} reported")
        return f"Imported {self.source} as {FORMAT_NAMES.get(self.format, self.format)}: {', '.join(parts)}."


def _count(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSet:
    """What changed in the store, whoever wrote it. ``everything`` asks for a full reload.

    ``foreign`` are those of the memories that others wrote to: another window, an assistant, a script.
    """

    last: int
    ids: frozenset[str] = field(default_factory=frozenset)
    tables: frozenset[str] = field(default_factory=frozenset)
    everything: bool = False
    foreign: frozenset[str] = field(default_factory=frozenset)

    def __bool__(self) -> bool:
        return bool(self.tables) or self.everything


def signals_at(signals: Signals, position: int) -> dict[str, float]:
    """Return one candidate's five signals by name."""
    names = ("relevance", "recency", "importance", "usage", "duplication")
    return {name: float(getattr(signals, name)[position]) for name in names}
