"""Edits that were not saved, kept beside the user's data so that a crash takes nothing that was typed."""

import contextlib
import hashlib
import json
import os
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from memento_gui.domain.memory import MAX_STRENGTH, Category, Memory, MemoryType
from memento_gui.qt.widgets.detail.values import FIELDS, Draft

_VERSION: Final = 1

Kept = tuple[str, dict[str, Any], dict[str, Any]]
"""A memory's id (empty: a new one), its fields as they were when the edit began, and the fields as someone typed them."""

Unsaved = tuple[str, Draft]
"""A memory's id (empty: a new one) and what was typed for it; two windows may have typed for the same one."""


class DraftFile:
    """The unsaved edits of one window on one store, in one file that appears whole or not at all.

    Call it from any thread: of two writes the one that was asked for last stays.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._last = 0

    def write(self, drafts: Sequence[Unsaved], number: int) -> None:
        """Keep these drafts and no others; ``number`` counts up, and an older one changes nothing.

        Raises:
            OSError: If the folder cannot be written; what was there stays.
        """
        with self._lock:
            if number <= self._last:
                return
            self._last = number
            if not drafts:
                self.path.unlink(missing_ok=True)
                return
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            part = self.path.with_suffix(".part")
            with os.fdopen(os.open(part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "w", encoding="utf-8") as file:
                file.write(written(drafts))
                file.flush()
                os.fsync(file.fileno())
            part.replace(self.path)


def folder_of(root: Path, store: Path) -> Path:
    """Return the folder in which a store's drafts are kept."""
    return root / hashlib.sha256(os.fsencode(store.resolve())).hexdigest()[:16]


def written(drafts: Sequence[Unsaved]) -> str:
    """Return drafts as JSON, which `read` understands."""
    kept = [
        {"memory": identity, "before": _fields(draft.base or draft), "typed": _fields(draft)} for identity, draft in drafts
    ]
    return json.dumps({"version": _VERSION, "drafts": kept}, ensure_ascii=True)


def read(path: Path) -> list[Kept]:
    """Return what was kept in a file; nothing if there is none or it is not such a file."""
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        held = json.loads(path.read_text(encoding="utf-8"))
        if held["version"] == _VERSION:
            return [(str(kept["memory"]), _checked(kept["before"]), _checked(kept["typed"])) for kept in held["drafts"]]
    return []


def drafts_of(kept: Sequence[Kept], memories: Mapping[str, Memory]) -> list[Unsaved]:
    """Return the drafts that still differ from their memory as it is now; of a memory that is gone, one without base.

    What was kept twice comes once; different drafts of the same memory come all.
    """
    drafts: list[Unsaved] = []
    for identity, before, typed in kept:
        memory = memories.get(identity)
        draft = Draft(base=None if memory is None else replace(memory, **before), **typed)
        saved = memory is not None and all(getattr(memory, name) == typed[name] for name in FIELDS)
        if not saved and (identity, draft) not in drafts:
            drafts.append((identity, draft))
    return drafts


def _fields(of: Memory | Draft) -> dict[str, Any]:
    values = {name: getattr(of, name) for name in FIELDS}
    return values | {"type": of.type.value, "category": of.category.value, "tags": list(of.tags)}


def _checked(held: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a draft.

    Raises:
        KeyError, TypeError, ValueError: If one is missing or none of its kind.
    """
    return {
        "title": _text(held["title"]),
        "content": _text(held["content"]),
        "type": MemoryType(held["type"]),
        "category": Category(held["category"]),
        "importance": min(1.0, max(0.0, float(held["importance"]))),
        "strength": None if held["strength"] is None else min(MAX_STRENGTH, max(0.0, float(held["strength"]))),
        "tags": tuple(_text(tag) for tag in held["tags"]),
        "project": _text(held["project"]),
    }


def _text(held: object) -> str:
    if not isinstance(held, str):
        raise TypeError("not a text")
    return held
