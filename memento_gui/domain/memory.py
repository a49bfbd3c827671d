"""A memory and what surrounds it, as frozen values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from memento_gui.domain.errors import InvalidMemory

MAX_CONTENT_BYTES: Final = 1 << 20
MAX_STRENGTH: Final = 2.0


class MemoryType(StrEnum):
    """What kind of memory it is; decides half-lives, time to live and boosts."""

    WORKING = "working"
    EPISODIC = "episodic"
    SEMANTIC = "semantic"
    PROCEDURAL = "procedural"


class Category(StrEnum):
    """What a memory is about; the ContextScore's type priority goes by it."""

    PROFILE = "profile"
    PREFERENCE = "preference"
    DECISION = "decision"
    PATTERN = "pattern"
    DISCOVERY = "discovery"
    SUMMARY = "summary"
    OTHER = "other"


class Scope(StrEnum):
    """Who may see it."""

    PRIVATE = "private"
    TEAM = "team"
    PUBLIC = "public"


class Status(StrEnum):
    """Active, or set aside: promoted to a vault, archived, or muted (kept, never recalled)."""

    ACTIVE = "active"
    PROMOTED = "promoted"
    ARCHIVED = "archived"
    MUTED = "muted"


class Answer(StrEnum):
    """How a review went, worst first; ratings 1 to 4."""

    BAD = "bad"
    HARD = "hard"
    OK = "ok"
    HELPFUL = "helpful"

    @property
    def rating(self) -> int:
        """1 (bad) to 4 (helpful)."""
        return list(Answer).index(self) + 1


TYPES: Final = tuple(MemoryType)
CATEGORIES: Final = tuple(Category)
SCOPES: Final = tuple(Scope)
STATUSES: Final = tuple(Status)
FEEDBACK_EVENTS: Final = ("used", "edited", "neglected", "helpful", "not_helpful", "bad")


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """One remembered text and everything that is known about it.

    Times are milliseconds since the Unix epoch, UTC. ``extra`` holds what an import could not place; it is exported again.
    """

    id: str
    content: str
    title: str = ""
    type: MemoryType = MemoryType.EPISODIC
    category: Category = Category.OTHER
    tags: tuple[str, ...] = ()
    importance: float = 0.5
    pinned: bool = False
    strength: float = 1.0
    source: str = ""
    session: str = ""
    project: str = ""
    user: str = ""
    scope: Scope = Scope.PRIVATE
    status: Status = Status.ACTIVE
    created_ms: int
    updated_ms: int
    last_used_ms: int | None = None
    views: int = 0
    cites: int = 0
    edits: int = 0
    uses: int = 0
    revisions: int = 0
    deleted_ms: int | None = None
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    ordinal: int = 0

    @property
    def headline(self) -> str:
        """The title, or the first line that says something."""
        if self.title:
            return self.title
        return next((line.strip() for line in self.content.splitlines() if line.strip()), "")

    @property
    def in_trash(self) -> bool:
        """Whether it waits in the trash."""
        return self.deleted_ms is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """A directed link between two memories; either end may no longer exist."""

    id: str
    source_id: str
    target_id: str
    type: str
    strength: float = 1.0
    created_ms: int
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """An earlier state of a memory's text, kept when it was edited."""

    memory_id: str
    number: int
    title: str
    content: str
    replaced_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """One thing that someone said or did about a memory: used, edited, neglected, helpful, not_helpful, bad."""

    memory_id: str
    event: str
    score: float | None = None
    created_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewState:
    """A memory as a review card.

    ``tau_days`` is the memory's time constant; ``interval_days`` the wait that was set at the last answer; ``due_ms`` the
    instant at which recall reaches the target. FSRS's own state is in ``difficulty`` and ``stability_days``.
    """

    memory_id: str
    introduced_ms: int
    last_review_ms: int | None = None
    due_ms: int
    tau_days: float
    interval_days: float
    difficulty: float | None = None
    stability_days: float | None = None
    reviews: int = 0
    lapses: int = 0
    suspended: bool = False
    buried_until_ms: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewLogEntry:
    """One answer, with the numbers before and after it."""

    id: str
    memory_id: str
    answered_ms: int
    answer: Answer
    scheduler: str
    mode: str
    tau_before_days: float
    tau_after_days: float
    interval_before_days: float
    interval_after_days: float
    elapsed_days: float
    predicted_recall: float
    duration_ms: int | None = None


def check_text(content: str, *, what: str = "content") -> str:
    """Return the text if the store can keep it byte for byte.

    Raises:
        InvalidMemory: If it holds NUL or a lone surrogate, or is larger than 1 MiB in UTF-8.
    """
    if "\0" in content:
        raise InvalidMemory(f"The {what} holds a NUL character, which cannot be stored. Nothing was saved; remove it.")
    try:
        size = len(content.encode())
    except UnicodeEncodeError as error:
        raise InvalidMemory(
            f"The {what} holds half a character (a lone surrogate) at position {error.start}. Nothing was saved; remove it."
        ) from None
    if size > MAX_CONTENT_BYTES:
        raise InvalidMemory(f"The {what} has {size:,} bytes; at most {MAX_CONTENT_BYTES:,} can be kept. Nothing was saved.")
    return content


def clean_tags(tags: "tuple[str, ...] | list[str]") -> tuple[str, ...]:
    """Return the tags in order, without empty ones and exact repeats."""
    return tuple(dict.fromkeys(tag for tag in tags if tag))
