"""How well searches find what was asked for: ``python -m tests.bench.retrieval FILE...`` (the shipped set without a FILE).

Every FILE is JSON Lines; memories and questions may share one or stand apart. A line with ``content`` is a memory:

    {"id": "d1-7", "content": "...", "created_at": "2025-03-05T20:40:00Z"}

``created_at`` is ISO 8601 (UTC where it names no zone) or seconds since 1970. Any other field of a memory may be given:
title, type, tags, importance, pinned, source, project, session. Memories of one moment keep the order of their lines. What
is no field of a memory (``language``) is left out. A line with ``query`` is a judged question:

    {"query": "...", "grades": {"d1-7": 3}, "language": "en"}

with grades 0..3 by memory id; from 1 on a memory is relevant. Both may name a ``conversation``: each is then a store of its
own, with its own ids, so ten conversations of several hundred turns are one call; the figures are means over all questions.
A turn takes about 4 ms (its vector) and a question 30 ms (five searches) on one processor.

Everything goes through `Library`: a real store, real vectors, real searches, a day after the newest memory. A ranking is
all that a search returns, the kept ones first.
"""

import argparse
import json
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from memento_gui.domain.arrays import VectorArray
from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.clock import DAY_MS, FixedClock
from memento_gui.domain.memory import Memory
from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.presets import BUILT_IN, LONG_MEMORY, M1
from memento_gui.engine.metrics import ndcg_at, recall_at
from memento_gui.model.edits import AddMemories
from memento_gui.model.library import Library
from memento_gui.search.embedder import BundledEmbedder
from memento_gui.search.embedding import Embedder, Progress
from memento_gui.search.words import DEFAULT_LANGUAGES

JUDGED: Final = Path(__file__).parent.parent / "data" / "judged"
OVERALL: Final = "all"

_RELEVANCE_ALONE: Final = {
    "ranking.relevance": 1.0,
    "ranking.recency": 0.0,
    "ranking.importance": 0.0,
    "ranking.usage": 0.0,
    "ranking.duplication": 0.0,
}
_NOTHING: Final = {f"relevance.{name}": 0.0 for name in ("embedding", "keyword", "tag", "title")}


def _alone(**weights: float) -> ParameterSet:
    given = {f"relevance.{name}": weight for name, weight in weights.items()}
    return ParameterSet().with_values(_RELEVANCE_ALONE | _NOTHING | given)


RANKINGS: Final[Mapping[str, ParameterSet]] = {
    "BM25 alone": _alone(keyword=1.0),
    "cosine alone": _alone(embedding=1.0),
    "M1, relevance": BUILT_IN[M1].with_values(_RELEVANCE_ALONE),
    "M1, S": BUILT_IN[M1],
    "Long memory": BUILT_IN[LONG_MEMORY],
}
METRICS: Final[Mapping[str, Callable[[Sequence[str], Mapping[str, int]], float]]] = {
    "recall@5": lambda ranked, grades: recall_at(ranked, grades, 5),
    "recall@10": lambda ranked, grades: recall_at(ranked, grades, 10),
    "nDCG@10": lambda ranked, grades: ndcg_at(ranked, grades, 10),
}


@dataclass(frozen=True, slots=True)
class Question:
    """A query, its language, and the grades of memories for it."""

    query: str
    language: str
    grades: Mapping[str, int]


@dataclass(slots=True)
class Conversation:
    """What one store holds and is asked."""

    memories: list[dict[str, Any]] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Score:
    """What one metric says of one ranking: the mean over the questions of a language."""

    language: str
    questions: int
    ranking: str
    metric: str
    mean: float


class _Remembering:
    """The bundled model; each query's vector is computed once for all rankings."""

    def __init__(self) -> None:
        self._model = BundledEmbedder(threads=2)
        self.name, self.dimensions = self._model.name, self._model.dimensions
        self._queries: dict[str, VectorArray] = {}

    def embed(
        self, texts: Sequence[str], *, progress: Progress | None = None, cancel: CancelToken | None = None
    ) -> VectorArray:
        return self._model.embed(texts, progress=progress, cancel=cancel)

    def embed_query(self, text: str) -> VectorArray:
        if text not in self._queries:
            self._queries[text] = self._model.embed_query(text)
        return self._queries[text]


def read(paths: Iterable[Path]) -> dict[str, Conversation]:
    """Return what the files hold by conversation.

    Raises:
        ValueError: If a line is neither memory nor question, or a grade belongs to no memory of the conversation.
    """
    found: dict[str, Conversation] = defaultdict(Conversation)
    for path in paths:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if not line.strip():
                continue
            record = json.loads(line)
            conversation = found[str(record.pop("conversation", ""))]
            if "query" in record:
                grades = {str(identity): int(grade) for identity, grade in record["grades"].items()}
                conversation.questions.append(Question(record["query"], record.get("language", "?"), grades))
            elif {"id", "content", "created_at"} <= record.keys():
                conversation.memories.append(record)
            else:
                raise ValueError(
                    f"{path.name}, line {number}: a memory has id, content and created_at; a question has query"
                )
    for name, conversation in found.items():
        held = {str(memory["id"]) for memory in conversation.memories}
        unknown = sorted({i for question in conversation.questions for i in question.grades} - held)
        if unknown:
            raise ValueError(f"conversation {name!r} has no memory {', '.join(unknown[:5])}, which a question grades")
    return dict(found)


def rankings_of(
    conversation: Conversation, embedder: Embedder, languages: Sequence[str] = DEFAULT_LANGUAGES
) -> list[tuple[Question, dict[str, list[str]]]]:
    """Return each question with the ids that each of `RANKINGS` gives for it, best first."""
    memories = [_memory(record) for record in conversation.memories]
    clock = FixedClock(max((memory.created_ms for memory in memories), default=0) + DAY_MS)
    with (
        tempfile.TemporaryDirectory() as folder,
        Library.open(Path(folder) / "judged.db", clock=clock, embedder=lambda: embedder) as library,
    ):
        library.wording.use(*languages)
        library.apply(AddMemories(label="Judged memories", memories=tuple(memories)))
        library.embed_pending()
        return [
            (question, {name: list(library.search(question.query, parameters=used).ids) for name, used in RANKINGS.items()})
            for question in conversation.questions
        ]


def scores(answered: Iterable[tuple[Question, Mapping[str, Sequence[str]]]]) -> list[Score]:
    """Return the means of every metric, over all questions and by language; questions without an answer do not count."""
    asked: dict[str, list[tuple[Question, Mapping[str, Sequence[str]]]]] = {OVERALL: []}
    for question, rankings in answered:
        if any(grade > 0 for grade in question.grades.values()):
            asked[OVERALL].append((question, rankings))
            asked.setdefault(question.language, []).append((question, rankings))
    return [
        Score(language, len(some), ranking, metric, sum(measure(r[ranking], q.grades) for q, r in some) / max(len(some), 1))
        for language, some in asked.items()
        for ranking in RANKINGS
        for metric, measure in METRICS.items()
    ]


def retrieval(
    paths: Sequence[Path] = (),
    *,
    languages: Sequence[str] = DEFAULT_LANGUAGES,
    progress: Callable[[str], None] = lambda _: None,
) -> list[Score]:
    """Run every ranking on every question of the files; of the shipped set where none is given."""
    conversations = read(paths or sorted(JUDGED.glob("*.jsonl")))
    embedder = _Remembering()
    answered: list[tuple[Question, dict[str, list[str]]]] = []
    for place, (name, conversation) in enumerate(conversations.items(), start=1):
        answered += rankings_of(conversation, embedder, languages)
        sizes = f"{len(conversation.memories)} memories, {len(conversation.questions)} questions"
        progress(f"{name or 'read'} ({place} of {len(conversations)}): {sizes}")
    return scores(answered)


def table(found: Sequence[Score]) -> str:
    """Return the scores as a Markdown table a language."""
    lines: list[str] = []
    for language in dict.fromkeys(score.language for score in found):
        own = [score for score in found if score.language == language]
        lines += ["", f"| {language}, {own[0].questions} questions | {' | '.join(METRICS)} |"]
        lines.append("| --- |" + " ---: |" * len(METRICS))
        for ranking in RANKINGS:
            means = {score.metric: score.mean for score in own if score.ranking == ranking}
            lines.append(f"| {ranking} | " + " | ".join(f"{means[metric]:.3f}" for metric in METRICS) + " |")
    return "\n".join(lines[1:])


def _memory(record: Mapping[str, Any]) -> Memory:
    known = {declared.name for declared in fields(Memory)}
    given = {name: value for name, value in record.items() if name in known}
    moment = record["created_at"]
    if isinstance(moment, str):
        read_as = datetime.fromisoformat(moment)
        moment = (read_as if read_as.tzinfo else read_as.replace(tzinfo=UTC)).timestamp()
    created = round(moment * 1000)
    words = {"id": str(record["id"]), "tags": tuple(record.get("tags", ()))}
    return Memory(**given | words | {"created_ms": created, "updated_ms": created})


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")


def main() -> int:
    """Print the figures of the files that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.retrieval", description="Figures of judged questions.")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="JSON Lines; without one, the shipped set")
    parser.add_argument("--languages", nargs="*", default=DEFAULT_LANGUAGES, help="whose word endings are known")
    parser.add_argument("--json", type=Path, help="also write the figures here")
    options = parser.parse_args()
    found = retrieval(options.files, languages=options.languages, progress=_say)
    sys.stdout.write(f"{table(found)}\n")
    if options.json:
        options.json.write_text(json.dumps([asdict(score) for score in found], indent=1), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
