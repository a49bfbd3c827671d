"""The columns that a table of memories can show, as data."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from memento_gui.domain.memory import CATEGORIES, TYPES
from memento_gui.qt.phrases import age_text, days_between, moment_text, score_text, type_label
from memento_gui.qt.tables.rows import Rows

Keys = npt.NDArray[np.generic]


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column: what a cell says, what it sorts by, and how wide it is.

    ``text`` and ``tip`` get the rows and a row of the feature table. ``sort`` gives one key per memory of the table, small
    ones first; None where the column is sorted by its words, or not at all. ``down`` means that a first click puts the
    largest first.
    """

    key: str
    label: str
    width: int = 0
    text: Callable[[Rows, int], str] | None = None
    tip: Callable[[Rows, int], str] | None = None
    sort: Callable[[Rows], Keys] | None = None
    by_words: bool = False
    down: bool = False
    right: bool = False
    shown: bool = True
    fixed: bool = False

    @property
    def sortable(self) -> bool:
        """Whether a click on its header sorts."""
        return self.sort is not None or self.by_words


def _age_of(rows: Rows, ms: int) -> str:
    return age_text(days_between(rows.now_ms, ms))


def _type(rows: Rows, row: int) -> str:
    return type_label(TYPES[rows.table.type[row]].value)


_NEVER_DAYS: Final = 36_500


def _prospect(key: str, label: str, width: int, text: Callable[[Rows, float], str], tip: str, *, down: bool) -> Column:
    return Column(
        key=key,
        label=label,
        width=width,
        text=lambda r, i: "–" if math.isnan(value := r.prospect_of(key, i)) else text(r, value),
        tip=lambda _r, _i: tip,
        sort=lambda r: r.prospect(key),
        down=down,
        right=True,
        shown=False,
    )


def _wait(_rows: Rows, days: float) -> str:
    """A wait as a table says it: ``now``, ``in 14 d``, ``never``."""
    if days <= 0:
        return "now"
    return "never" if days > _NEVER_DAYS else f"in {age_text(days)}"


COLUMNS: Final = (
    Column(key="pin", label="", width=28, sort=lambda r: r.table.pinned, down=True, fixed=True),
    Column(key="memory", label="Memory", by_words=True, fixed=True),
    Column(key="type", label="Type", width=96, text=_type, sort=lambda r: r.table.type),
    Column(
        key="category",
        label="Category",
        width=88,
        text=lambda r, i: type_label(CATEGORIES[r.table.category[i]].value),
        sort=lambda r: r.table.category,
        shown=False,
    ),
    Column(key="tags", label="Tags", width=128),
    Column(
        key="importance",
        label="Importance",
        width=84,
        text=lambda r, i: f"{r.table.importance[i]:.2f}",
        sort=lambda r: r.table.importance,
        down=True,
        right=True,
        shown=False,
    ),
    Column(
        key="views",
        label="Views",
        width=56,
        text=lambda r, i: f"{r.table.views[i]:,}",
        sort=lambda r: r.table.views,
        down=True,
        right=True,
        shown=False,
    ),
    Column(
        key="uses",
        label="Uses",
        width=56,
        text=lambda r, i: f"{r.table.uses[i]:,}",
        sort=lambda r: r.table.uses,
        down=True,
        right=True,
        shown=False,
    ),
    Column(
        key="source",
        label="Source",
        width=88,
        text=lambda r, i: r.table.sources[r.table.source[i]],
        sort=lambda r: np.array([name.casefold() for name in r.table.sources])[r.table.source],
        shown=False,
    ),
    Column(
        key="project",
        label="Project",
        width=88,
        text=lambda r, i: r.table.projects[r.table.project[i]],
        sort=lambda r: np.array([name.casefold() for name in r.table.projects])[r.table.project],
        shown=False,
    ),
    Column(
        key="score",
        label="Score",
        width=124,
        text=lambda r, i: score_text(float(r.standing.score[i])),
        tip=lambda r, i: (
            f"Recency {r.standing.recency[i]:.3f}, importance {r.standing.importance[i]:.3f}, "
            f"usage {r.standing.usage[i]:.3f}"
        ),
        sort=lambda r: r.standing.score,
        down=True,
    ),
    _prospect(
        "later",
        "In 30 d",
        72,
        lambda _r, score: score_text(score),
        "Decay score in 30 days, if the memory is not used until then",
        down=True,
    ),
    _prospect(
        "recall", "Recall", 64, lambda _r, share: f"{share:.0%}", "How likely you recall it now; only cards", down=False
    ),
    _prospect("due", "Next due", 76, _wait, "When its card is asked next; cards that are suspended show none", down=False),
    _prospect(
        "duplicates",
        "Repeats",
        64,
        lambda _r, count: f"{count:,.0f}",
        "How many other memories nearly say the same; none while it is not compared yet",
        down=True,
    ),
    _prospect(
        "forgetting",
        "Forgetting",
        84,
        _wait,
        "When it becomes a candidate for forgetting by ageing alone",
        down=False,
    ),
    Column(
        key="changed",
        label="Changed",
        width=64,
        text=lambda r, i: _age_of(r, int(r.table.updated_ms[i])),
        tip=lambda r, i: moment_text(int(r.table.updated_ms[i])),
        sort=lambda r: -r.table.updated_ms,
        right=True,
        shown=False,
    ),
    Column(
        key="age",
        label="Age",
        width=60,
        text=lambda r, i: _age_of(r, int(r.table.created_ms[i])),
        tip=lambda r, i: moment_text(int(r.table.created_ms[i])),
        sort=lambda r: -r.table.created_ms,
        right=True,
    ),
)
"""In the order in which they stand; ``memory`` takes the width that is left."""

BY_KEY: Final = {column.key: column for column in COLUMNS}
