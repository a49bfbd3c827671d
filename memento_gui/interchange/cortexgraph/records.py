"""Memories and relations as CortexGraph's records, ready to be read by it and, without loss, by Memento again."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from memento_gui.domain.memory import Memory, Relation, Status, clean_tags
from memento_gui.interchange.carried import CARRIED, lost, whole_seconds, without_carried
from memento_gui.interchange.cortexgraph.memories import RecordReader
from memento_gui.interchange.ids import cortexgraph_id

_READER: Final = RecordReader(now_ms=0)
_DEFAULTS: Final[Mapping[str, Any]] = MappingProxyType(
    {"entities": [], "review_priority": 0.0, "review_count": 0, "cross_domain_count": 0}
)
_INTEGER_BITS: Final = 64  # of its database
_OWN_FIELDS: Final = frozenset(
    {"promoted_at", "promoted_to", "entities", "review_priority", "last_review_at", "review_count", "cross_domain_count"}
)
"""Fields of CortexGraph that an import keeps in `Memory.extra`."""


def cortexgraph_memory(memory: Memory, *, complete: bool = False) -> dict[str, Any]:
    """Return a memory as a record. What CortexGraph has no field for stands in ``meta.extra`` under ``memento``.

    Args:
        memory: The memory.
        complete: Whether to name every field, also one that CortexGraph would give its default.
    """
    record = _memory_record(memory)
    if complete:
        record = {**_DEFAULTS, **record}
    reading = _READER.memory(record)
    assert reading.value is not None, "what a store holds can be written"
    missed = {**_renamed("id", memory.id), **lost(memory, reading.value)}
    if missed:
        record["meta"]["extra"][CARRIED] = missed
    return record


def cortexgraph_relation(relation: Relation) -> dict[str, Any]:
    """Return a relation as a record, with what CortexGraph has no field for in its ``metadata`` under ``memento``."""
    record: dict[str, Any] = {
        "id": relation.id,
        "from_memory_id": cortexgraph_id(relation.source_id),
        "to_memory_id": cortexgraph_id(relation.target_id),
        "relation_type": relation.type,
        "strength": min(max(relation.strength, 0.0), 1.0),
        "created_at": whole_seconds(relation.created_ms),
        "metadata": without_carried(relation.extra),
    }
    reading = _READER.relation(record)
    assert reading.value is not None, "what a store holds can be written"
    missed = lost(relation, reading.value)
    if missed:
        record["metadata"][CARRIED] = missed
    return record


def _renamed(name: str, own: str) -> dict[str, str]:
    return {} if cortexgraph_id(own) == own else {name: own}


def _memory_record(memory: Memory) -> dict[str, Any]:
    extra = memory.extra
    own = {name: value for name, value in without_carried(extra).items() if name not in {*_OWN_FIELDS, "context", "tags"}}
    nested = own.get("extra")
    if isinstance(nested, dict) and len(own) == 1 and not nested.keys().isdisjoint({*_OWN_FIELDS, "context", "tags"}):
        own = without_carried(nested)  # an import keeps it whole where its names are also those of fields
    if memory.session and "session" not in own:
        own["session"] = memory.session
    context = extra.get("context")
    return {
        "id": cortexgraph_id(memory.id),
        "content": memory.content,
        "meta": {
            "tags": _raw_tags(memory),
            "source": memory.source or None,
            "context": context if isinstance(context, str) else None,
            "extra": own,
        },
        "created_at": whole_seconds(memory.created_ms),
        "last_used": whole_seconds(memory.created_ms if memory.last_used_ms is None else memory.last_used_ms),
        "use_count": memory.uses,
        "strength": memory.strength,
        "status": str(Status.ARCHIVED if memory.status is Status.MUTED else memory.status),
        **{name: extra[name] for name in sorted(_OWN_FIELDS & extra.keys()) if _fits(name, extra)},
    }


def _raw_tags(memory: Memory) -> list[str]:
    """Return the tags, with the empty ones and repeats that an import left out and kept."""
    raw = memory.extra.get("tags")
    if isinstance(raw, list) and all(isinstance(tag, str) for tag in raw) and clean_tags(raw) == memory.tags:
        return raw
    return list(memory.tags)


def _fits(name: str, extra: Mapping[str, Any]) -> bool:
    """Whether a value in `Memory.extra` can be CortexGraph's own; of another kind it would refuse the record."""
    value = extra[name]
    if name == "entities":
        return isinstance(value, list) and all(isinstance(one, str) for one in value)
    if name == "promoted_to":
        return isinstance(value, str)
    number = isinstance(value, int) and not isinstance(value, bool) and value.bit_length() < _INTEGER_BITS
    return number or (name == "review_priority" and isinstance(value, float) and 0.0 <= value <= 1.0)
