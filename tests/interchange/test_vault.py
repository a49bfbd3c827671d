"""CortexGraph's Markdown notes in their three shapes, as written and as their owners edited them."""

import hashlib
import textwrap
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.domain.memory import Memory
from memento_gui.interchange import Imported, read
from memento_gui.interchange.cortexgraph.promoted_notes import made_title
from memento_gui.interchange.cortexgraph.vault_notes import Note, read_note

Zone = Callable[[str], None]

CREATED = 1_777_706_863
USED = 1_793_646_000
ID = "31598773-ccb2-4037-a327-e92bddf32964"


def local(seconds: int, form: str) -> str:
    return datetime.fromtimestamp(seconds).strftime(form)  # noqa: DTZ006  (as the writer does)


def promoted(content: str, *, memory_id: str = ID, tags: tuple[str, ...] = (), source: str = "", context: str = "") -> str:
    """A promoted note in the writer's own layout."""
    lines = [
        "---",
        f"created: {local(CREATED, '%Y-%m-%d')}",
        f"last_used: {local(USED, '%Y-%m-%d')}",
        "use_count: 3",
        f"stm_id: {memory_id}",
        *([f"tags: [{', '.join(tags)}]"] if ", ".join(tags) else []),
        *([f"source: {source}"] if source else []),
        *["---", "", f"# {made_title(content)}", "", "## Content", "", content, ""],
        *(["## Context", "", context, ""] if context else []),
        *["## Metadata", "", f"- **Created**: {local(CREATED, '%Y-%m-%d %H:%M:%S')}"],
        *[f"- **Last Used**: {local(USED, '%Y-%m-%d %H:%M:%S')}", "- **Use Count**: 3", "- **Strength**: 1.2392", ""],
        *([f"**Tags**: #{' #'.join(tags)}", ""] if tags else []),
        *["---", "", "*Promoted from STM (Short-Term Memory) server*"],
    ]
    return "\n".join(lines)


def web(content: str, *, memory_id: str = ID, title: str = "", tags: tuple[str, ...] = ()) -> str:
    """A note saved from the web page; its writer strips what is blank at the end."""
    fields = {
        "title": title or f"memory-{memory_id[:8]}",
        "created": local(CREATED, "%Y-%m-%dT%H:%M:%S"),
        "modified": local(USED, "%Y-%m-%dT%H:%M:%S"),
        **({"tags": list(tags)} if tags else {}),
        "id": memory_id,
        "created_at": CREATED,
        "source": "cortexgraph",
        "type": "memory",
    }
    header = yaml.dump(fields, default_flow_style=False, allow_unicode=True).strip()
    return f"---\n{header}\n---\n\n{content}".strip()


def export(content: str, *, memory_id: str = ID, tags: tuple[str, ...] = (), **more: object) -> str:
    """A note of the export."""
    fields = {
        "id": memory_id,
        "created_at": local(CREATED, "%Y-%m-%dT%H:%M:%S"),
        "last_used": local(USED, "%Y-%m-%dT%H:%M:%S"),
        "status": "archived",
        "tags": list(tags),
        "use_count": 3,
        "strength": 1.2392,
        **more,
    }
    return f"---\n{yaml.dump(fields, sort_keys=False, allow_unicode=True)}---\n\n{content}\n"


@pytest.fixture
def vault(tmp_path: Path, now_ms: int) -> Callable[..., Imported]:
    """Write notes by name and read the folder."""

    def made(**notes: str | bytes) -> Imported:
        folder = tmp_path / "vault"
        for name, text in notes.items():
            path = folder / f"{name.replace('__', '/')}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read(folder, now_ms=now_ms)

    return made


def only(imported: Imported) -> Memory:
    assert len(imported.memories) == 1, imported
    return imported.memories[0]


CONTENTS = [
    "plain",
    "---\ntitle: looks like front matter\ntags: [a, b]\n---\nbody",
    "ends with a rule\n\n---",
    "---",
    "ends in line ends\n\n\n",
    "\n\nbegins with line ends",
    "  spaces  ",
    "## Metadata\n\n- **Created**: 1999-01-01 00:00:00\n- **Strength**: 9",
    "a\n\n## Metadata\n\n- **Created**: 1999-01-01 00:00:00\n\n---\n\n*Promoted from STM (Short-Term Memory) server*",
    "## Content\n\n## Content\n\ntwice",
    "**Tags**: #no #tags\n\n**Tags**: #here",
    "# heading\n\n## Contextual",
    "Line one\nLine two\r\nLine three",
    "한국어 \U0001f525 e\u0301 \u202e \u2028 \x0c \x1c",
]
BLANK_AT_THE_END = [content for content in CONTENTS if content == content.rstrip()]


@pytest.mark.parametrize("content", [*CONTENTS, ""])
@pytest.mark.parametrize("context", ["", "deploy discussion", "several\n\n## Metadata\n\nlines"])
def test_any_content_of_a_promoted_note_arrives(vault: Callable[..., Imported], content: str, context: str) -> None:
    imported = vault(note=promoted(content, tags=("a", "b"), source="chat", context=context))
    memory = only(imported)
    assert memory.content == content
    assert memory.extra == ({"context": context} if context else {})
    assert (memory.id, memory.tags, memory.source, memory.title) == (ID, ("a", "b"), "chat", "")
    assert (memory.uses, memory.strength, memory.status) == (3, 1.2392, "promoted")
    assert (memory.created_ms, memory.last_used_ms) == (CREATED * 1000, USED * 1000)
    assert imported.problems == ()


@pytest.mark.parametrize("content", BLANK_AT_THE_END)
def test_any_content_of_a_web_note_arrives(vault: Callable[..., Imported], content: str) -> None:
    memory = only(vault(Memories__note=web(content, tags=("a", "2026-05-12"))))
    assert (memory.content, memory.id, memory.tags) == (content, ID, ("a", "2026-05-12"))
    assert (memory.source, memory.status, memory.uses) == ("cortexgraph", "active", 0)
    assert (memory.created_ms, memory.last_used_ms) == (CREATED * 1000, USED * 1000)


@pytest.mark.parametrize("content", [*CONTENTS, ""])
def test_any_content_of_an_export_arrives(vault: Callable[..., Imported], content: str) -> None:
    extra = {"ticket": "OPS-1", "amount": 12500.75, "nested": {"a": [1, 2.5, None, True]}, "day": "2026-05-12"}
    imported = vault(note=export(content, tags=("a",), source="wiki", context="c", extra=extra, entities=["Ana", "42"]))
    memory = only(imported)
    assert (memory.content, memory.id, memory.tags, memory.source) == (content, ID, ("a",), "wiki")
    assert (memory.uses, memory.strength, memory.status) == (3, 1.2392, "archived")
    assert (memory.created_ms, memory.last_used_ms) == (CREATED * 1000, USED * 1000)
    assert memory.extra == {**extra, "context": "c", "entities": ["Ana", "42"]}
    assert imported.problems == ()


@pytest.mark.parametrize("name", ["UTC", "Asia/Kathmandu", "America/New_York"])
@pytest.mark.parametrize("write", [promoted, web, export])
def test_times_are_those_of_the_computer(
    vault: Callable[..., Imported], zone: Zone, write: Callable[[str], str], name: str
) -> None:
    zone(name)
    imported = vault(note=write("text"))
    assert (only(imported).created_ms, only(imported).last_used_ms) == (CREATED * 1000, USED * 1000)
    assert any("time zone" in note for note in imported.notes)


def test_a_time_of_another_zone_is_the_same_instant(vault: Callable[..., Imported], zone: Zone) -> None:
    zone("America/New_York")
    seoul = datetime.fromtimestamp(CREATED, ZoneInfo("Asia/Seoul")).isoformat()
    text = export("text").replace(local(CREATED, "%Y-%m-%dT%H:%M:%S"), seoul)
    assert only(vault(note=text)).created_ms == CREATED * 1000


def test_a_time_after_the_last_year_is_left_out_and_kept_as_it_was(vault: Callable[..., Imported]) -> None:
    beyond = "9999-12-31T23:59:00-23:59"
    imported = vault(note=export("text").replace(local(USED, "%Y-%m-%dT%H:%M:%S"), beyond))
    memory = only(imported)
    assert (memory.created_ms, memory.last_used_ms) == (CREATED * 1000, None)
    assert memory.extra["last_used"] == beyond
    assert "no time between 1970 and 9999" in imported.problems[0].what


@pytest.mark.parametrize(
    "tags",
    [
        ("2026-05-12", "12:30", "007", "1e3", "yes", "null", "~"),
        ("#tag", "##x", "a#b"),
        ("a: b", "{c", "[d", "'e", '"f', "*g", "&h", "!i", "%j", "@k", "`l"),
        ("with, comma", "b"),
        ("with #hash", "b"),
        ("한국어", "🔥", "태그 with space"),
        ("]\nsource: x",),
        ("",),
    ],
)
def test_unquoted_tags_arrive_as_they_were(vault: Callable[..., Imported], tags: tuple[str, ...]) -> None:
    imported = vault(note=promoted("text", tags=tags, source="a: 'b"))
    if tags != ("]\nsource: x",):  # which cannot be told from the end of the list
        assert only(imported).tags == tuple(tag for tag in tags if tag)
    assert only(imported).content == "text"


@pytest.mark.parametrize(
    "source", ["a: b", "#general", "# general", "'x", '"y"', "*z", "@home", "- list", "[1, 2]", "yes", "two\nlines", "x: ]"]
)
def test_an_unquoted_source_arrives_as_it_was(vault: Callable[..., Imported], source: str) -> None:
    memory = only(vault(note=promoted("text", tags=("a",), source=source)))
    assert (memory.source, memory.tags, memory.content) == (source, ("a",), "text")


def test_quoted_tags_arrive_as_they_were(vault: Callable[..., Imported]) -> None:
    tags = ("2026-05-12", "12:30", "007", "1e3", "yes", "null", "~", "#tag", "a: b", "한국어", "")
    assert only(vault(note=export("text", tags=tags))).tags == tags[:-1]


def test_a_note_edited_by_its_owner_is_still_read(vault: Callable[..., Imported]) -> None:
    header = textwrap.dedent(f"""\
        ---
        aliases:
          - my note
        created: 2026-05-12
        last_used: 2026-05-13
        use_count: 3
        stm_id: {ID}
        tags:
          - 2026
          - #open
          - "#quoted"
        source: #general
        ---
        """)
    memory = only(vault(note=header + "# My own title\n## Content\n\nedited text"))
    assert (memory.id, memory.title, memory.content) == (ID, "My own title", "edited text")
    assert (memory.tags, memory.source) == (("2026", "#open", '"#quoted"'), "#general")
    assert (memory.uses, memory.extra) == (3, {"aliases": ["my note"]})


def test_invalid_yaml_is_read_line_by_line_and_reported(vault: Callable[..., Imported]) -> None:
    text = f"---\nmood: 'unclosed\nid: {ID}\ncreated_at: 2026-05-12T10:00:00\nuse_count: 2\ntags: [a, b: c]\n---\n\ntext\n"
    imported = vault(note=text)
    memory = only(imported)
    assert (memory.id, memory.content, memory.tags, memory.uses) == (ID, "text", ("a", "b: c"), 2)
    assert [problem.place for problem in imported.problems] == ["note.md"]
    assert "no valid YAML" in imported.problems[0].what


@pytest.mark.parametrize(
    "line",
    [
        "boom: &a [*a, *a]",
        "x: !!python/object/apply:os.system ['true']",
        "x: !!binary no",
        "x: " + "[" * 5000,
        "x: 0b_",
        "? [a]\n: b",
        "x: \x07",
        "x: " + ":".join(["59"] * 3000),
        "x: {" + ":".join(["59"] * 3000) + ": y}",
    ],
    ids=["aliases", "object", "binary", "nested", "number", "key", "control", "long number", "long number as a name"],
)
def test_harmful_yaml_does_no_harm(vault: Callable[..., Imported], line: str) -> None:
    imported = vault(note=export("text").replace("status: archived", f"status: archived\n{line}"))
    assert (only(imported).content, only(imported).id) == ("text", ID)


def test_a_generated_title_is_no_title_and_a_given_one_is(vault: Callable[..., Imported]) -> None:
    assert only(vault(note=web("text"))).title == ""
    assert only(vault(note=web("text"))).extra == {"title": f"memory-{ID[:8]}"}
    assert only(vault(note=web("text", title="Deploys: when"))).title == "Deploys: when"
    assert only(vault(note=promoted("text").replace("# text\n", "# Mine\n"))).title == "Mine"


def test_an_uncertain_context_is_told(vault: Callable[..., Imported]) -> None:
    imported = vault(note=promoted("a\n\n## Context\n\nof the content", context="the context"))
    assert only(imported).content == "a\n\n## Context\n\nof the content"
    assert only(imported).extra == {"context": "the context"}
    assert "Context" in imported.problems[0].what


def test_notes_of_the_promoting_agent_are_read(vault: Callable[..., Imported]) -> None:
    header = yaml.dump(
        {"title": "About Ana", "created": "2026-05-12T10:00:00", "memory_id": ID, "entities": ["Ana"], "decay_score": 0.7}
    )
    memory = only(vault(note=f"---\n{header}---\n\n## Content\n\ntext\n\n## Entities\n\n[[Ana]]"))
    assert (memory.id, memory.title, memory.content, memory.status) == (ID, "About Ana", "text", "promoted")
    assert memory.extra == {"entities": ["Ana"], "decay_score": 0.7}


def test_windows_line_ends_are_undone(vault: Callable[..., Imported]) -> None:
    content = "one\ntwo\r\nthree"
    imported = vault(
        note=promoted(content, source="a: b").replace("\n", "\r\n"),
        other=export(content, memory_id="x").replace("\n", "\r\n"),
    )
    assert {memory.content for memory in imported.memories} == {content}
    assert any(note.startswith("2 notes had Windows line ends") for note in imported.notes)


def test_a_byte_order_mark_is_skipped(vault: Callable[..., Imported]) -> None:
    assert only(vault(note="\ufeff" + export("text"))).content == "text"


def test_other_notes_are_left_alone_and_counted(vault: Callable[..., Imported]) -> None:
    hidden = {"_obsidian__trash".replace("_obsidian", ".obsidian"): promoted("hidden", memory_id="h")}
    imported = vault(
        mine="# A diary\n\n- **Created**: today",
        properties="---\ntags: [a]\ncreated: 2026-01-01\n---\ntext",
        rule="---\nno end of front matter",
        empty="",
        deep__down__note=promoted("text"),
        **hidden,
    )
    assert only(imported).id == ID
    assert "Other notes in the folder, left alone: 4." in imported.notes
    assert imported.problems == ()


def test_notes_that_cannot_be_read_are_reported_with_their_name(vault: Callable[..., Imported], tmp_path: Path) -> None:
    imported = vault(a=promoted("text"), sub__b=b"---\nstm_id: x\n---\n\xff", c=promoted("nul\0", memory_id="c"))
    assert only(imported).content == "text"
    assert sorted(problem.place for problem in imported.problems) == ["c.md", "sub/b.md"]


def test_a_note_that_is_too_large_is_reported(vault: Callable[..., Imported]) -> None:
    imported = vault(a=promoted("text"), b=promoted("x" * (16 << 20), memory_id="b"))
    assert only(imported).id == ID
    assert [problem.place for problem in imported.problems] == ["b.md"]


def test_of_several_notes_of_one_memory_the_fullest_is_taken(vault: Callable[..., Imported]) -> None:
    imported = vault(a=web("text"), b=export("text", source="wiki"), c=promoted("text"))
    assert (only(imported).status, only(imported).source) == ("archived", "wiki")
    assert "Notes that tell what a fuller one tells too, left out: 2." in imported.notes


def test_another_text_under_the_same_id_becomes_a_memory_of_its_own(vault: Callable[..., Imported]) -> None:
    imported = vault(a=promoted("first"), b=promoted("second"), c=promoted("second"))
    assert [memory.content for memory in imported.memories] == ["first", "second"]
    assert imported.memories[0].id == ID
    assert imported.memories[1].extra["id"] == ID
    assert [problem.place for problem in imported.problems] == ["b.md", "c.md"]
    assert vault() == imported


def test_a_link_that_leads_nowhere_or_a_pipe_is_no_note(vault: Callable[..., Imported], tmp_path: Path) -> None:
    vault(a=promoted("text"))
    (tmp_path / "vault" / "gone.md").symlink_to(tmp_path / "nowhere.md")
    (tmp_path / "vault" / "folder.md").mkdir()
    (tmp_path / "vault" / "loop").symlink_to(tmp_path / "vault")
    assert only(vault()).id == ID


def test_the_vault_is_left_as_it_is(vault: Callable[..., Imported], tmp_path: Path) -> None:
    vault(a=promoted("text"))
    path = tmp_path / "vault" / "a.md"
    before = hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns
    vault()
    assert (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns) == before


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=60)
yaml_texts = texts.map(lambda text: text.replace("\x85", ""))  # which the YAML writer itself turns into a space
words = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"], exclude_characters=",#[]"), min_size=1, max_size=12
)


def parsed(text: str) -> Note:
    note = read_note(text)
    assert note is not None
    return note


@given(
    texts,
    st.lists(words.filter(lambda word: word == word.strip()), max_size=4),
    texts.filter(lambda text: "\n## Content" not in text),
)
def test_whatever_is_promoted_comes_back(content: str, tags: list[str], source: str) -> None:
    note = parsed(promoted(content, tags=tuple(tags), source=source))
    meta = note.record["meta"]
    assert isinstance(meta, dict)
    assert (note.record["content"], meta["tags"], meta["source"]) == (content, tags, source)
    assert note.record["id"] == ID


@given(
    texts,
    st.lists(yaml_texts, max_size=4),
    st.dictionaries(words, st.integers() | st.floats(allow_nan=False) | yaml_texts | st.none(), max_size=3),
)
def test_whatever_is_exported_comes_back(content: str, tags: list[str], extra: dict[str, object]) -> None:
    note = parsed(export(content, tags=tuple(tags), extra=extra))
    meta = note.record["meta"]
    assert isinstance(meta, dict)
    assert (note.record["content"], meta["tags"], meta["extra"]) == (content, tags, extra)
