"""What the detail pane shows, and what it asks for: frozen values."""

from dataclasses import dataclass, field
from typing import Any, Final

from memento_gui.domain.memory import Category, Memory, MemoryType, Revision
from memento_gui.domain.parameters import ParameterSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Linked:
    """The other end of a relation; ``title`` is empty where it no longer exists. ``outgoing`` points away from here."""

    memory_id: str
    title: str
    kind: str
    relation: str
    outgoing: bool
    exists: bool
    relation_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A memory's score without a query and its signals, with what each is made of in words."""

    score: float
    recency: float
    importance: float
    usage: float
    recency_note: str
    importance_note: str
    usage_note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fading:
    """A memory's decay: the score now, and the days from now until it crosses a threshold (``inf``: never)."""

    score: float
    promote_days: float
    forget_days: float
    tag_factor: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Detail:
    """Everything about one memory at one moment."""

    memory: Memory
    standing: Standing
    fading: Fading
    parameters: ParameterSet
    now_ms: int
    relations: tuple[Linked, ...] = ()
    revisions: tuple[Revision, ...] = ()
    read_only: bool = False


FIELDS: Final = ("title", "content", "type", "category", "importance", "strength", "tags", "project")
"""What a person edits of a memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A memory's fields as someone edited them, and the memory as it was when they began (None for a new one).

    A ``strength`` of None is the one that is suggested for its tags and category.
    """

    base: Memory | None
    title: str
    content: str
    type: MemoryType
    category: Category
    importance: float
    strength: float | None = None
    tags: tuple[str, ...] = field(default=())
    project: str = ""

    @property
    def fields(self) -> dict[str, Any]:
        """The memory's fields by name."""
        return {name: getattr(self, name) for name in FIELDS}

    @property
    def changes(self) -> dict[str, Any]:
        """The fields that differ from the memory as it was."""
        return {name: value for name, value in self.fields.items() if value != getattr(self.base, name, None)}


def draft_of(memory: Memory) -> Draft:
    """Return a draft that changes nothing yet."""
    return Draft(base=memory, **{name: getattr(memory, name) for name in FIELDS})
