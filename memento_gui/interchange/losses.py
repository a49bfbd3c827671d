"""What a format cannot hold of what is to be written, counted and said before it is."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from memento_gui.domain.memory import Relation
from memento_gui.interchange.imported import (
    CORTEXGRAPH_JSONL,
    CORTEXGRAPH_SQLITE,
    CORTEXGRAPH_VAULT,
    MARKDOWN_NOTES,
    MCP_KNOWLEDGE_GRAPH,
    MEMENTO_CSV,
    MEMENTO_JSONL,
    MEMENTO_MCP_SQLITE,
    counted,
)
from memento_gui.interchange.knowledge_graph import held_edge
from memento_gui.interchange.memento_jsonl import Entry
from memento_gui.interchange.memento_mcp_writing import FEEDBACK_EVENTS, held_link, mcp_losses

WITHOUT_TRASH: Final = frozenset(
    {CORTEXGRAPH_JSONL, CORTEXGRAPH_SQLITE, CORTEXGRAPH_VAULT, MEMENTO_MCP_SQLITE, MCP_KNOWLEDGE_GRAPH}
)
"""Formats that know no trash: memories in it are left out."""

_WITHOUT_RELATIONS: Final = frozenset({MEMENTO_CSV, MARKDOWN_NOTES, CORTEXGRAPH_VAULT})
_SENTENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "trash": "{memories} in the trash.",
        "fields": "All but words, titles and relations of {memories}: types, tags, times, importance, counts.",
        "history": "Earlier words of {memories}.",
        "reviews": "Review cards and answers of {memories}.",
        "feedback": "Feedback about {memories}.",
        "relations": "{relations}.",
        "extra": "What other programs told of {memories} (their own fields).",
        "times before 1970": "Times before 1970 of {memories}.",
        "updated": "When {memories} last changed.",
        "revisions": "How often {memories} were revised.",
        "uses": "How often {memories} were used, beyond the citations.",
    }
)


def losses(target_format: str, entries: Iterable[Entry], relations: Iterable[Relation]) -> tuple[str, ...]:
    """Return a sentence for everything that a file of this format would not hold; none where it holds everything.

    Args:
        target_format: One of the formats that can be written.
        entries: What is to be written.
        relations: The relations among them.
    """
    if target_format == MEMENTO_JSONL:
        return ()
    found: Counter[str] = Counter()
    ids: set[str] = set()
    for entry in entries:
        if entry.memory.in_trash and target_format in WITHOUT_TRASH:
            found["trash"] += 1
        else:
            ids.add(entry.memory.id)
            found.update(_of_entry(target_format, entry))
    found["relations"] = sum(not _holds_relation(target_format, relation, ids) for relation in relations)
    return tuple(_sentence(name, number) for name, number in (+found).most_common())


def _of_entry(target_format: str, entry: Entry) -> Iterator[str]:
    if target_format == MCP_KNOWLEDGE_GRAPH and not {"entity", "observationOf"} & entry.memory.extra.keys():
        yield "fields"
    if target_format == MEMENTO_MCP_SQLITE:
        yield from mcp_losses(entry.memory)
    if entry.history:
        yield "history"
    if entry.card is not None or entry.answers:
        yield "reviews"
    held = FEEDBACK_EVENTS if target_format == MEMENTO_MCP_SQLITE else frozenset()
    if any(event.event not in held for event in entry.feedback):
        yield "feedback"


def _holds_relation(target_format: str, relation: Relation, ids: set[str]) -> bool:
    if target_format in _WITHOUT_RELATIONS:
        return False
    if target_format == MEMENTO_MCP_SQLITE:
        return held_link(relation, ids)
    if target_format == MCP_KNOWLEDGE_GRAPH:
        return held_edge(relation, ids)
    return True


def _sentence(name: str, number: int) -> str:
    memories, relations = counted(number, "memory", "memories"), counted(number, "relation")
    sentence = _SENTENCES.get(name, f"{name.capitalize()} of {{memories}}.")
    return sentence.format(memories=memories, relations=relations)
