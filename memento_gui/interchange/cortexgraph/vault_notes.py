"""One Markdown note of a CortexGraph vault, taken apart into the record it was made from.

Its writers made three shapes: *promoted* notes with unquoted front matter and sections, *web* notes and *exports* with YAML
and then the text. Times are local and name no zone, except ``created_at`` of a web note. A title that a writer made from
the text or the id is no title.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from memento_gui.domain.memory import Status
from memento_gui.interchange import front_matter
from memento_gui.interchange.cortexgraph import promoted_notes
from memento_gui.interchange.fields import MAX_SECONDS

_AS_TEXT: Final = frozenset(
    {"id", "stm_id", "memory_id", "created", "created_at", "last_used", "modified", "use_count", "strength", "status"}
    | {"title", "type", "source", "context", "tags", "entities"}
)
_CONTENT: Final = "## Content\n\n"
_ENTITIES: Final = "\n\n## Entities\n\n"
_NUMBER: Final = re.compile(r"-?\d{1,18}(\.\d{1,40})?([eE][-+]?\d{1,3})?")
_BASIC_DATE: Final = re.compile(r"\d{8}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A note as a CortexGraph record. ``fullness`` orders the shapes by how much they tell."""

    record: dict[str, object]
    title: str = ""
    fullness: int
    problems: tuple[str, ...] = ()
    local_times: bool = False


def is_memory(names: frozenset[str]) -> bool:
    """Whether front matter with these names is CortexGraph's, and not that of another note in the vault."""
    marks = ({"stm_id"}, {"memory_id"}, {"id", "created_at"}, {"created", "last_used", "use_count"})
    return any(names >= mark for mark in marks)


def read_note(text: str) -> Note | None:
    """Return a note, with plain line ends, as a record; None where it is no memory."""
    found = front_matter.split(text)
    names = front_matter.keys(found.header) if found else frozenset()
    if found is None or not is_memory(names):
        return None
    as_written = promoted_notes.literal(text)
    if as_written:
        values, parts = as_written
        return _promoted(values, parts, ())
    values, valid = front_matter.values(found.header, as_text=_AS_TEXT)
    problems = () if valid else ("its front matter is no valid YAML; it was read line by line",)
    if "stm_id" in names or not names & {"id", "memory_id"}:
        return _promoted(values, promoted_notes.edited(found.body), problems)
    if "memory_id" in names:
        return _agent(values, found.body, problems)
    return _web(values, found.body, problems) if "use_count" not in names else _export(values, found.body, problems)


def _promoted(values: dict[str, object], parts: promoted_notes.Sections, problems: tuple[str, ...]) -> Note:
    """A note of the promoting tool; its Metadata tell the time to the second, the front matter only the day."""
    if parts.uncertain:
        problems += ("several headings '## Context' in it; what follows the last one was taken for its context",)
    made = parts.title == promoted_notes.made_title(parts.content)
    told = parts.metadata
    return _note(
        {
            **_without(values, "stm_id", "created"),
            "id": values.get("stm_id"),
            "created_at": told.get("Created") or values.get("created"),
            "last_used": told.get("Last Used") or values.get("last_used"),
            "strength": told.get("Strength") or values.get("strength"),
            "context": parts.context or values.get("context"),
            "status": values.get("status") or Status.PROMOTED,
        },
        parts.content,
        title="" if made else parts.title,
        fullness=2,
        problems=problems,
    )


def _agent(values: dict[str, object], body: str, problems: tuple[str, ...]) -> Note:
    """A note of the promoting agent: YAML, and the text under a heading, with its entities after it."""
    content = body.removeprefix("\n").removeprefix(_CONTENT)
    content = content.rpartition(_ENTITIES)[0] if values.get("entities") and _ENTITIES in content else content
    return _note(
        {
            **_without(values, "memory_id", "created", "modified", "title"),
            "id": values.get("memory_id"),
            "created_at": values.get("created"),
            "last_used": values.get("modified"),
            "status": values.get("status") or Status.PROMOTED,
        },
        content.removesuffix("\n"),
        title=str(values.get("title") or ""),
        fullness=2,
        problems=problems,
    )


def _web(values: dict[str, object], body: str, problems: tuple[str, ...]) -> Note:
    """A note saved from the web page. Its ``modified`` is the last use; it ends with the text."""
    title = str(values.get("title") or "")
    made = title == f"memory-{str(values.get('id'))[:8]}"
    kept = _without(
        values, "created", "modified", *(() if made else ("title",)), *(("type",) if values.get("type") == "memory" else ())
    )
    return _note(
        {**kept, "created_at": values.get("created_at") or values.get("created"), "last_used": values.get("modified")},
        body.removeprefix("\n"),
        title="" if made else title,
        fullness=1,
        problems=problems,
    )


def _export(values: dict[str, object], body: str, problems: tuple[str, ...]) -> Note:
    """A note of the export: every field that is set, and a line end after the text."""
    return _note(values, body.removeprefix("\n").removesuffix("\n"), fullness=3, problems=problems)


def _note(
    values: Mapping[str, object], content: str, *, fullness: int, title: str = "", problems: tuple[str, ...] = ()
) -> Note:
    times = {name: _seconds(values.get(name)) for name in ("created_at", "last_used")}
    meta = {name: values.get(name) for name in ("tags", "source", "context", "extra")}
    record: dict[str, object] = {
        **_without(values, *meta),
        "content": content,
        "meta": meta,
        "use_count": _number(values.get("use_count")),
        "strength": _number(values.get("strength")),
        **{name: seconds for name, (seconds, _) in times.items()},
    }
    local = any(is_local for _, is_local in times.values())
    return Note(record=record, title=title, fullness=fullness, problems=problems, local_times=local)


def _without(values: Mapping[str, object], *names: str) -> dict[str, object]:
    return {name: value for name, value in values.items() if name not in names}


def _number(raw: object) -> object:
    """Return the number a text says; anything else as it is."""
    if not isinstance(raw, str) or not _NUMBER.fullmatch(raw.strip()):
        return raw
    return int(raw) if raw.strip().lstrip("-").isdecimal() else float(raw)


def _seconds(raw: object) -> tuple[object, bool]:
    """Return Unix seconds, and whether they were taken as local for want of a zone; what is no time comes back as it is."""
    if not isinstance(raw, str):
        return raw, False
    if _NUMBER.fullmatch(raw.strip()) and not _BASIC_DATE.fullmatch(raw.strip()):
        return _number(raw), False
    try:
        moment = datetime.fromisoformat(raw.strip())
        seconds = moment.timestamp()
    except (ValueError, OverflowError, OSError):
        return raw, False
    if not 0 <= seconds <= MAX_SECONDS:  # as a number it would be taken for milliseconds
        return raw, False
    return int(seconds) if seconds.is_integer() else seconds, moment.tzinfo is None
