"""What an import brings: memories, relations and feedback as values, and everything odd with its place."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from memento_gui.domain.memory import Feedback, Memory, Relation, ReviewLogEntry, ReviewState, Revision

CORTEXGRAPH_JSONL: Final = "cortexgraph-jsonl"
CORTEXGRAPH_SQLITE: Final = "cortexgraph-sqlite"
CORTEXGRAPH_VAULT: Final = "cortexgraph-vault"
MEMENTO_MCP_SQLITE: Final = "memento-mcp-sqlite"
MEMENTO_JSONL: Final = "memento-jsonl"
MEMENTO_CSV: Final = "csv"
MCP_KNOWLEDGE_GRAPH: Final = "knowledge-graph"
MARKDOWN_NOTES: Final = "markdown"
PLAIN_TEXT: Final = "text"
FORMATS: Final = (
    MEMENTO_JSONL,
    MEMENTO_CSV,
    CORTEXGRAPH_JSONL,
    CORTEXGRAPH_SQLITE,
    MEMENTO_MCP_SQLITE,
    MCP_KNOWLEDGE_GRAPH,
    CORTEXGRAPH_VAULT,
    MARKDOWN_NOTES,
    PLAIN_TEXT,
)
FORMAT_NAMES: Final = {
    MEMENTO_JSONL: "Memento JSON Lines",
    MEMENTO_CSV: "a table (CSV)",
    CORTEXGRAPH_JSONL: "CortexGraph JSON Lines",
    CORTEXGRAPH_SQLITE: "a CortexGraph database",
    MEMENTO_MCP_SQLITE: "a memento-mcp-server database",
    MCP_KNOWLEDGE_GRAPH: "a knowledge graph",
    CORTEXGRAPH_VAULT: "CortexGraph notes",
    MARKDOWN_NOTES: "Markdown notes",
    PLAIN_TEXT: "text, split on its headings",
}
"""What sentences call each format."""

MAX_LISTED_PROBLEMS: Final = 10_000


@dataclass(frozen=True, slots=True)
class Problem:
    """One odd thing in a file: where (``memories.jsonl, line 12``), and what was done about it."""

    place: str
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """Everything that could be read from a file or folder, in the order it stands there.

    Ids are the file's own wherever they can be kept; every id occurs once. ``problems`` are about single records, at most
    `MAX_LISTED_PROBLEMS` of them; ``notes`` are sentences about the whole.
    """

    format: str
    memories: tuple[Memory, ...] = ()
    relations: tuple[Relation, ...] = ()
    feedback: tuple[Feedback, ...] = ()
    history: tuple[Revision, ...] = ()
    cards: tuple[ReviewState, ...] = ()
    answers: tuple[ReviewLogEntry, ...] = ()
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()


class Findings:
    """Gathers problems and notes while a file is read."""

    def __init__(self) -> None:
        self._problems: list[Problem] = []
        self._unlisted = 0
        self._notes: dict[str, None] = {}

    def problem(self, place: str, what: str) -> None:
        """Add a problem; beyond the limit they are only counted."""
        if len(self._problems) < MAX_LISTED_PROBLEMS:
            self._problems.append(Problem(place, what))
        else:
            self._unlisted += 1

    def problems(self, place: str, whats: Iterable[str]) -> None:
        """Add several problems of one place."""
        for what in whats:
            self.problem(place, what)

    def note(self, sentence: str) -> None:
        """Add a sentence about the whole; a repeated one counts once."""
        self._notes[sentence] = None

    def imported(
        self,
        source_format: str,
        *,
        memories: Iterable[Memory],
        relations: Iterable[Relation] = (),
        feedback: Iterable[Feedback] = (),
    ) -> Imported:
        """Return everything as one value; what holds for any import is noted here."""
        memories, relations = tuple(memories), tuple(relations)
        self._note_empty(memories)
        self._note_dangling(memories, relations)
        if self._unlisted:
            self.note(f"More problems, not listed: {self._unlisted:,}.")
        return Imported(
            format=source_format,
            memories=memories,
            relations=relations,
            feedback=tuple(feedback),
            problems=tuple(self._problems),
            notes=tuple(self._notes),
        )

    def _note_empty(self, memories: tuple[Memory, ...]) -> None:
        empty = sum(not memory.content.strip() for memory in memories)
        if empty:
            self.note(f"Memories without any text, taken as they are: {empty:,}.")

    def _note_dangling(self, memories: tuple[Memory, ...], relations: tuple[Relation, ...]) -> None:
        known = {memory.id for memory in memories}
        dangling = sum(not {relation.source_id, relation.target_id} <= known for relation in relations)
        if dangling:
            self.note(f"Relations to memories that are not in the file, kept as they are: {dangling:,}.")


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: ``1 memory``, ``1,204 memories``."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
