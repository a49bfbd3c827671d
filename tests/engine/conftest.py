"""Feature tables made by hand, and the numbers that other systems computed."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from memento_gui.domain.clock import DAY_MS
from memento_gui.domain.features import FeatureTable

NOW_MS = 1_796_040_000_000

_DEFAULTS: dict[str, tuple[Any, Any]] = {
    "type": (np.uint8, 1),
    "category": (np.uint8, 6),
    "scope": (np.uint8, 0),
    "status": (np.uint8, 0),
    "importance": (np.float64, 0.5),
    "strength": (np.float64, 1.0),
    "pinned": (np.bool_, False),
    "trashed": (np.bool_, False),
    "episode": (np.int64, -1),
    "duplicates": (np.int64, -1),
    **dict.fromkeys(("views", "cites", "edits", "uses", "revisions", "length"), (np.int64, 0)),
    **dict.fromkeys(("project", "source", "user"), (np.int64, 0)),
}


@pytest.fixture(scope="session")
def now_ms() -> int:
    """30 November 2026, 12:00 UTC."""
    return NOW_MS


@pytest.fixture(scope="session")
def table_of() -> Callable[..., FeatureTable]:
    """Make a table of ``count`` memories; a column is given by its name, one number stands for all rows."""

    def make(count: int, *, age_days: Any = 0.0, ids: Any = None, **columns: Any) -> FeatureTable:
        ages = np.broadcast_to(np.asarray(age_days, dtype=np.float64), count)
        created = columns.pop("created_ms", NOW_MS - np.round(ages * DAY_MS).astype(np.int64))
        vocabularies: dict[str, Any] = {name: columns.pop(name, ("",)) for name in ("projects", "sources", "users")}
        filled: dict[str, Any] = {
            name: np.array(np.broadcast_to(np.asarray(columns.pop(name, default), dtype=kind), count))
            for name, (kind, default) in _DEFAULTS.items()
        }
        names = [f"m{row:04}" for row in range(count)] if ids is None else ids
        held: dict[str, Any] = {
            "ids": np.array(names, dtype=object),
            "ordinal": np.asarray(columns.pop("ordinal", np.arange(count))),
            "created_ms": np.asarray(created),
            "updated_ms": np.asarray(columns.pop("updated_ms", created)),
            "last_used_ms": np.asarray(columns.pop("last_used_ms", created)),
        }
        assert not columns, f"no such columns: {columns}"
        return FeatureTable(**held, **filled, **vocabularies)

    return make


@pytest.fixture(scope="session")
def memento_scores() -> dict[str, Any]:
    """Outputs of memento-mcp-server's own functions; every row holds to 1e-9 relative."""
    path = Path(__file__).parent.parent / "data" / "oracles" / "memento_scores.json"
    scores: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return scores
