"""Knowledge graphs: entities, observations and relations come in once, and go out as they were."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.domain.memory import Memory, MemoryType, Relation
from memento_gui.interchange import Entry, detect, graph_lines, losses, read
from tests.interchange.memories import TEXT

NOW_MS = 1_796_040_000_000
NAMES = TEXT.filter(str.strip)
ENTITIES = st.lists(
    st.fixed_dictionaries(
        {
            "type": st.just("entity"),
            "name": NAMES,
            "entityType": TEXT,
            "observations": st.lists(TEXT, max_size=4, unique=True),
        }
    ),
    max_size=4,
    unique_by=lambda entity: entity["name"],
)


def written(folder: Path, records: Sequence[Mapping[str, Any]], name: str = "memory.json") -> Path:
    path = folder / name
    path.write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8", newline="")
    return path


def entity(name: str, *observations: object, kind: str = "person") -> dict[str, Any]:
    return {"type": "entity", "name": name, "entityType": kind, "observations": list(observations)}


def relation(source: str, target: str, kind: str = "works at") -> dict[str, str]:
    return {"type": "relation", "from": source, "to": target, "relationType": kind}


@given(ENTITIES, st.data())
def test_a_graph_goes_out_as_it_came_in(entities: list[dict[str, Any]], data: st.DataObject) -> None:
    names = st.sampled_from([one["name"] for one in entities]) if entities else st.nothing()
    ends = data.draw(st.lists(st.tuples(names, names, NAMES), max_size=3, unique=True)) if entities else []
    records = [*entities, *(relation(*end) for end in ends)]
    with TemporaryDirectory() as folder:
        path = written(Path(folder), records)
        found = read(path, now_ms=NOW_MS, format="knowledge-graph")
        assert not records or detect(path) == "knowledge-graph"
    assert found.problems == ()
    assert [json.loads(line) for line in graph_lines(found.memories, found.relations)] == records


def test_a_relation_to_an_entity_that_is_not_there_goes_out_as_it_came_in(tmp_path: Path) -> None:
    records = [entity("Ines", "Codes in Go"), relation("Ines", "Nobody", "misses"), relation("Nobody", "No one", "knows")]
    found = read(written(tmp_path, records), now_ms=NOW_MS)
    assert [json.loads(line) for line in graph_lines(found.memories, found.relations)] == records
    entries = [Entry(memory=memory) for memory in found.memories]
    assert losses("knowledge-graph", entries, found.relations) == ()


def test_relations_of_memories_with_one_title_go_out_once() -> None:
    first, second, other = (
        Memory(id=identity, content=identity, title=title, created_ms=NOW_MS, updated_ms=NOW_MS)
        for identity, title in (("a", "Broker"), ("b", "Broker"), ("c", "Gateway"))
    )
    links = [Relation(id=f"{end} c", source_id=end, target_id="c", type="needs", created_ms=NOW_MS) for end in "ab"]
    lines = [json.loads(line) for line in graph_lines([first, second, other], links)]
    assert [line for line in lines if line["type"] == "relation"] == [relation("Broker", "Gateway", "needs")]


def test_every_observation_is_a_memory_related_to_its_entity(tmp_path: Path) -> None:
    found = read(
        written(tmp_path, [entity("Ada", "speaks Spanish", "lives in Bern"), entity("Lab"), relation("Ada", "Lab")]),
        now_ms=NOW_MS,
    )
    ada, spanish, bern, lab = found.memories
    assert [(one.title, one.content) for one in (ada, spanish, lab)] == [
        ("", "Ada"),
        ("Ada", "speaks Spanish"),
        ("", "Lab"),
    ]
    assert {one.type for one in found.memories} == {MemoryType.SEMANTIC}
    assert spanish.tags == ("person",)
    assert [(one.source_id, one.target_id, one.type) for one in found.relations] == [
        (spanish.id, ada.id, "observation of"),
        (bern.id, ada.id, "observation of"),
        (ada.id, lab.id, "works at"),
    ]


def test_a_file_that_has_grown_brings_only_what_is_new(tmp_path: Path) -> None:
    before = read(written(tmp_path, [entity("Ada", "speaks Spanish")]), now_ms=1)
    after = read(written(tmp_path, [entity("Eve"), entity("Ada", "lives in Bern", "speaks Spanish")]), now_ms=2)
    new = {memory.id for memory in after.memories} - {memory.id for memory in before.memories}
    assert {memory.content for memory in after.memories if memory.id in new} == {"Eve", "lives in Bern"}
    assert {one.id for one in before.relations} < {one.id for one in after.relations}


@pytest.mark.parametrize(
    ("odd", "said"),
    [
        ({"type": "entity", "name": 7, "observations": []}, "its name is no text"),
        ({"type": "entity", "name": "Bob", "observations": "one"}, "not a list; none was taken"),
        (entity("Bob", 7), "observation 1 is 7, not text"),
        (entity("Bob", "x", "x"), "has the observation 'x' twice"),
        (entity("Ada"), "'Ada' stands in the file already"),
        ({"type": "relation", "from": "Ada", "to": "", "relationType": "x"}, "does not name both its ends"),
        ({"type": "song"}, "neither an entity nor a relation"),
    ],
)
def test_an_odd_record_is_reported_with_its_line_and_the_rest_comes_in(
    tmp_path: Path, odd: dict[str, Any], said: str
) -> None:
    found = read(written(tmp_path, [entity("Ada", "a"), odd, entity("Eve", "e")]), now_ms=NOW_MS)
    assert {"Ada", "a", "Eve", "e"} <= {memory.content for memory in found.memories}
    (problem,) = found.problems
    assert problem.place == "memory.json, line 2"
    assert said in problem.what


def test_other_memories_go_out_as_observations_of_their_title() -> None:
    memories = [
        Memory(id="1", content="Tuesdays", title="Deploys", created_ms=0, updated_ms=0),
        Memory(id="2", content="Never on Fridays", title="Deploys", created_ms=0, updated_ms=0),
        Memory(id="3", content="untitled", created_ms=0, updated_ms=0),
    ]
    assert [json.loads(line) for line in graph_lines(memories, [])] == [
        entity("Deploys", "Tuesdays", "Never on Fridays", kind="episodic"),
        entity("3", "untitled", kind="episodic"),
    ]
