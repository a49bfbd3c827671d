"""Memories as the notes of CortexGraph's export: YAML front matter with every field that is set, then the text.

Times name their zone, so that the notes mean the same wherever they are read.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Final

import yaml
from typing_extensions import override

from memento_gui.domain.memory import Memory
from memento_gui.interchange.cortexgraph.records import cortexgraph_memory
from memento_gui.interchange.note_names import safe_stem

_NAME_LETTERS: Final = 8
_WIDEST: Final = 1 << 30


def cortexgraph_notes(memories: Iterable[Memory]) -> Iterator[tuple[str, str]]:
    """Yield the file name and the text of every memory's note."""
    taken: set[str] = set()
    for memory in memories:
        digest = sha256(memory.id.encode()).hexdigest()
        letters = _NAME_LETTERS
        while (name := f"{safe_stem(memory.headline)}-{digest[:letters]}.md").casefold() in taken:
            letters += 1
        taken.add(name.casefold())
        yield name, cortexgraph_note(memory)


def cortexgraph_note(memory: Memory) -> str:
    """Return a memory as a note; what has no place in it stands in ``extra`` under ``memento``."""
    record = cortexgraph_memory(memory)
    content, meta = record.pop("content"), record.pop("meta")
    header = {
        "id": record.pop("id"),
        "created_at": _iso(record.pop("created_at")),
        "last_used": _iso(record.pop("last_used")),
        "status": record.pop("status"),
        "tags": meta["tags"],
        "use_count": record.pop("use_count"),
        "strength": record.pop("strength"),
        **_set(source=meta["source"], context=meta["context"], extra=meta["extra"] or None),
        **_set(**record),
    }
    return f"---\n{_yaml(header)}---\n\n{content}\n"


def _set(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _iso(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def _yaml(header: dict[str, Any]) -> str:
    written: str = yaml.dump(
        header, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=_WIDEST, default_flow_style=None
    )
    return written


class _Dumper(yaml.SafeDumper):
    """YAML whose texts stand on one line each, and without aliases: two equal lists are two lists."""

    @override
    def ignore_aliases(self, data: Any) -> bool:  # the base class's signature
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    style = '"' if "\n" in text or not text.isprintable() else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _text)
