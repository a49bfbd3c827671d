"""The knowledge graph of the MCP reference server: one JSON Lines file of entities with observations, and relations.

An observation is what ages, is searched and is rehearsed, so each becomes one semantic memory: its text the content, its
entity's name the title, the entity's type a tag. An entity becomes one memory too (its name), to which its observations
are related as ``observation of``, and between which the file's own relations stand. Ids are made from name and text alone:
importing a file that has grown adds only what is new. The names stand in ``extra``, from which the graph can be made again.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.memory import Memory, MemoryType, Relation, clean_tags
from memento_gui.interchange.fields import Fields
from memento_gui.interchange.ids import made_id
from memento_gui.interchange.imported import MCP_KNOWLEDGE_GRAPH, Findings, Imported
from memento_gui.interchange.json_lines import line_of, records
from memento_gui.interchange.texts import fault_of, shown

OBSERVATION_OF: Final = "observation of"

_ENTITY: Final = "entity"
_RELATION: Final = "relation"
_ENDS: Final = ("from", "to")


def is_graph_record(record: Mapping[str, object]) -> bool:
    """Whether a record is an entity or a relation of a knowledge graph."""
    kind = record.get("type")
    if kind == _ENTITY:
        return "name" in record and bool(record.keys() & {"entityType", "observations"})
    return kind == _RELATION and record.keys() >= {"from", "to", "relationType"}


def read_knowledge_graph(path: Path, *, now_ms: int, cancel: CancelToken | None) -> Imported:
    """Read a graph; the file tells no times, so everything is of now.

    Raises:
        OSError: If the file cannot be read.
        Cancelled: If ``cancel`` was set.
    """
    graph = _Graph(now_ms=now_ms)
    for place, record in records(path, graph.findings, cancel):
        fields = Fields(record)
        kind = fields.take("type")
        if kind == _ENTITY:
            graph.take_entity(fields, place)
        elif kind == _RELATION:
            graph.take_relation(fields, place)
        else:
            graph.findings.problem(place, "neither an entity nor a relation; skipped")
    graph.keep_missing_ends()
    graph.findings.note("A knowledge graph tells no times: its memories are dated now, each observation as one.")
    return graph.findings.imported(
        MCP_KNOWLEDGE_GRAPH, memories=graph.memories.values(), relations=graph.relations.values()
    )


class _Graph:
    """What was read so far, by id."""

    def __init__(self, *, now_ms: int) -> None:
        self._now_ms = now_ms
        self.findings = Findings()
        self.memories: dict[str, Memory] = {}
        self.relations: dict[str, Relation] = {}
        self._names: dict[str, tuple[str, str]] = {}

    def take_entity(self, fields: Fields, place: str) -> None:
        """Add an entity and its observations; one whose name came before gets the new observations only."""
        name = _name(fields.take("name"))
        if not name:
            self.findings.problem(place, "its name is no text that can be kept; this entity was left out")
            return
        kind = fields.text("entityType")
        observations = [*self._observations(fields, place)]
        known = self.memories.get(_entity_id(name))
        if known is not None:
            self.findings.problem(place, f"{shown(name)} stands in the file already; only its observations were added")
        else:
            told = {"entity": name, "entityType": kind}
            self._add(_entity_id(name), name, title="", told=told, more=fields.extra())
        for text in observations:
            self._observe(name, kind, text, place)
        self.findings.problems(place, fields.problems)

    def take_relation(self, fields: Fields, place: str) -> None:
        """Add a relation between two entities, whether they exist or not."""
        source, target = _name(fields.take("from")), _name(fields.take("to"))
        if not source or not target:
            self.findings.problem(place, "it does not name both its ends; this relation was left out")
            return
        kind = fields.text("relationType")
        if not kind:
            fields.report("it has no type; 'related' was taken")
        identity = self._relate(_entity_id(source), _entity_id(target), kind or "related", place, extra=fields.extra())
        self._names[identity] = source, target
        self.findings.problems(place, fields.problems)

    def keep_missing_ends(self) -> None:
        """Keep the name of an end that is no entity in the file, for no memory tells it."""
        for identity, names in self._names.items():
            missing = {key: name for key, name in zip(_ENDS, names, strict=True) if _entity_id(name) not in self.memories}
            if missing:
                relation = self.relations[identity]
                self.relations[identity] = replace(relation, extra={**relation.extra, **missing})

    def _observations(self, fields: Fields, place: str) -> Iterator[str]:
        raw = fields.take("observations")
        if raw is not None and not isinstance(raw, list):
            fields.report(f"observations is {shown(raw)}, not a list; none was taken")
            return
        for position, one in enumerate(raw or (), start=1):
            fault = fault_of(one) if isinstance(one, str) else f"is {shown(one)}, not text"
            if fault:
                self.findings.problem(place, f"observation {position} {fault}; it was left out")
            else:
                yield one

    def _observe(self, name: str, kind: str, text: str, place: str) -> None:
        identity = made_id("knowledge graph observation", name, text)
        if identity in self.memories:
            self.findings.problem(place, f"{shown(name)} has the observation {shown(text)} twice; one was taken")
            return
        self._add(identity, text, title=name, told={"entityType": kind, "observationOf": name}, more={})
        self._relate(identity, _entity_id(name), OBSERVATION_OF, place, extra={})

    def _add(self, identity: str, content: str, *, title: str, told: Mapping[str, str], more: Mapping[str, Any]) -> None:
        self.memories[identity] = Memory(
            id=identity,
            content=content,
            title=title,
            type=MemoryType.SEMANTIC,
            tags=clean_tags((told["entityType"],)),
            created_ms=self._now_ms,
            updated_ms=self._now_ms,
            extra={**more, **told},
        )

    def _relate(self, source: str, target: str, kind: str, place: str, *, extra: Mapping[str, Any]) -> str:
        identity = made_id("relation", source, target, kind)
        if identity in self.relations:
            self.findings.problem(place, "this relation stands in the file already; the first one was taken")
        else:
            self.relations[identity] = Relation(
                id=identity, source_id=source, target_id=target, type=kind, created_ms=self._now_ms, extra=extra
            )
        return identity


def graph_lines(memories: Iterable[Memory], relations: Iterable[Relation]) -> Iterator[str]:
    """Yield the lines of a graph: what came from one as it was, any other memory as an observation of its title."""
    entities: dict[str, dict[str, Any]] = {}
    names: dict[str, str] = {}
    observes: set[str] = set()
    for memory in memories:
        name, kind, observation = _as_graph(memory)
        observes |= {memory.id} if "observationOf" in memory.extra else set()
        names[memory.id] = name
        entity = entities.setdefault(name, {"type": _ENTITY, "name": name, "entityType": kind, "observations": []})
        if observation is not None and observation not in entity["observations"]:
            entity["observations"].append(observation)
    yield from map(line_of, entities.values())
    written: set[tuple[str, ...]] = set()
    for relation in relations:
        source, target = (names.get(end) or told for end, told in _ends(relation))
        edge = source, target, relation.type
        if all(edge) and edge not in written and not (relation.type == OBSERVATION_OF and relation.source_id in observes):
            written.add(edge)
            yield line_of({"type": _RELATION, "from": source, "to": target, "relationType": relation.type})


def held_edge(relation: Relation, ids: Collection[str]) -> bool:
    """Whether a relation has a place: each end is written, or a name that came from a graph."""
    return all(end in ids or told for end, told in _ends(relation))


def _ends(relation: Relation) -> tuple[tuple[str, str], tuple[str, str]]:
    """Return the id of each end, and its name where that is told by the relation itself and by the id that it makes."""
    told = (_name(relation.extra.get(key)) for key in _ENDS)
    source, target = (
        (end, name if name and _entity_id(name) == end else "")
        for end, name in zip((relation.source_id, relation.target_id), told, strict=True)
    )
    return source, target


def _as_graph(memory: Memory) -> tuple[str, str, str | None]:
    """Return entity name, entity type and observation of a memory; an entity's own memory has none."""
    kind = str(memory.extra.get("entityType", memory.type.value))
    entity = memory.extra.get("entity")
    named = (entity, memory.extra.get("observationOf"), memory.title, memory.id)
    name = next(one for one in named if isinstance(one, str) and one)
    return name, kind, None if entity == memory.content else memory.content


def _entity_id(name: str) -> str:
    return made_id("knowledge graph entity", name)


def _name(raw: object) -> str:
    return raw if isinstance(raw, str) and raw.strip() and not fault_of(raw) else ""
