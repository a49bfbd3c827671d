"""The parameter table: every number of the formulas, in one frozen set.

Sources: M = memento-mcp-server, "Formulas for Search Ranking and Memory Decay"; C = CortexGraph, "Temporal Decay Scoring
Algorithm"; I = iLAB Memory, "Scoring".
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any, Final, Self

from memento_gui.domain.errors import InvalidParameter, UnknownName
from memento_gui.domain.knobs import Knob, Table, Value, check_group, knob, knob_of, named
from memento_gui.domain.memory import CATEGORIES, TYPES

TYPE_KEYS: Final = tuple(kind.value for kind in TYPES)
CATEGORY_KEYS: Final = tuple(category.value for category in CATEGORIES)
EMBEDDING_CALIBRATIONS: Final = ("raw", "max")
KEYWORD_CALIBRATIONS: Final = ("saturating", "max")
SCHEMES: Final = ("memento_s", "search_score")
DECAY_MODELS: Final = ("power_law", "exponential", "two_component")
SCHEDULERS: Final = ("tau", "preset", "fsrs")
_PUBLISHED: Final = (
    "0.212 1.2931 2.3065 8.2956 6.4133 0.8334 3.0194 0.001 1.8722 0.1666 0.796 1.4835 0.0614 0.2629 1.6483 0.6014 1.8729 "
    "0.5425 0.0912 0.0658 0.1542"
)
FSRS_WEIGHTS: Final = tuple(float(weight) for weight in _PUBLISHED.split())
"""The 21 weights of FSRS-6 as it is published."""

FSRS_KEYS: Final = tuple(f"w{number}" for number in range(len(FSRS_WEIGHTS)))
REVIEW_ORDERS: Final = ("lowest_recall", "danger_zone", "due", "random", "tag")


def _by_type(*, working: float, episodic: float, semantic: float, procedural: float) -> Table:
    return Table({"working": working, "episodic": episodic, "semantic": semantic, "procedural": procedural})


def _share(default: float, label: str, symbol: str, text: str, source: str = "M §1") -> Any:
    return knob(default, label=label, symbol=symbol, low=0.0, high=1.0, help=text, source=source)


def _by_type_days(default: Table, label: str, text: str, source: str, *, low: float = 0.01) -> Any:
    return knob(default, label=label, unit="d", low=low, high=36500.0, never=True, keys=TYPE_KEYS, help=text, source=source)


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingParameters:
    """Coefficients of the final score S, and how its candidates are chosen."""

    scheme: str = knob(
        "memento_s", label="Scheme", choices=SCHEMES, help="Memento S, or iLAB's SearchScore.", source="M §1, I"
    )
    relevance: float = _share(0.50, "Relevance", "α", "Weight of how well the words and the meaning fit the query.")
    recency: float = _share(0.20, "Recency", "β", "Weight of how young a memory is.")
    importance: float = _share(0.20, "Importance", "γ", "Weight of how important it was said to be.")
    usage: float = _share(0.10, "Usage", "δ", "Weight of how often it was viewed, cited and edited.")
    duplication: float = _share(0.15, "Duplication", "ε", "How much likeness to a better result takes away.")
    keep_threshold: float = knob(
        0.35,
        label="Keep threshold",
        symbol="θ",
        low=0.0,
        high=1.0,
        help="Results under it are shown greyed.",
        source="M §1",
    )
    mmr: bool = knob(False, label="MMR", help="Reorder for diversity after scoring.", source="M §1")
    mmr_lambda: float = knob(
        0.8,
        label="MMR balance",
        symbol="λ",
        low=0.0,
        high=1.0,
        help="1 is score only, 0 is diversity only.",
        source="M §1",
    )
    candidates_embedding: int = knob(
        50,
        label="Candidates by meaning",
        symbol="Nₑ",
        low=1,
        high=1000,
        help="How many enter by cosine.",
        source="M §1",
    )
    candidates_keyword: int = knob(
        50, label="Candidates by words", symbol="Nₖ", low=1, high=1000, help="How many enter by BM25.", source="M §1"
    )
    limit: int = knob(10, label="Results", low=1, high=50, help="How many kept results are returned.", source="M §1")
    weak_match: float = knob(
        0.30,
        label="Weak match",
        low=0.0,
        high=1.0,
        help="Best cosine under which nothing matches well.",
        source="decision",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RelevanceParameters:
    """How a query and a memory are compared."""

    embedding: float = _share(0.60, "Embedding", "wₑ", "Weight of likeness in meaning.")
    keyword: float = _share(0.30, "Keyword", "wₖ", "Weight of shared words.")
    tag: float = _share(0.05, "Tags", "wₜ", "Weight of shared tags.")
    title: float = _share(0.05, "Title", "wₚ", "Weight of a title that fits.")
    k_norm: float = knob(
        2.0, label="Keyword saturation", low=0.01, high=100.0, help="BM25 at which keyword is ½.", source="M §1"
    )
    bm25_k1: float = knob(
        0.9, label="BM25 k1", low=0.0, high=10.0, help="How fast repeats of a word stop counting.", source="decision"
    )
    bm25_b: float = knob(
        0.4, label="BM25 b", low=0.0, high=1.0, help="How much long texts are held back.", source="decision"
    )
    embedding_calibration: str = knob(
        "raw",
        label="Meaning calibration",
        choices=EMBEDDING_CALIBRATIONS,
        help="Cosine as it is, or divided by the best in the filtered store.",
        source="decision",
    )
    keyword_calibration: str = knob(
        "saturating",
        label="Keyword calibration",
        choices=KEYWORD_CALIBRATIONS,
        help="BM25/(BM25 + k), or divided by the best in the filtered store.",
        source="M §1, decision",
    )
    title_exact: float = _share(1.0, "Title is the query", "", "Title grade of an exact hit.")
    title_prefix: float = _share(0.5, "Title begins so", "", "Title grade when it begins with the query.")
    title_ngram: float = _share(0.2, "Title shares letters", "", "Title grade when three letters in a row are shared.")
    neighbourhood: float = _share(
        0.0, "Neighbourhood", "", "How much memories of one episode explain each other.", "extension"
    )
    neighbourhood_near: float = _share(0.4, "Next neighbours", "", "Share of the memory before and after.", "extension")
    neighbourhood_far: float = _share(0.1, "Second neighbours", "", "Share of the ones two away.", "extension")
    neighbourhood_minutes: float = knob(
        30.0,
        label="Episode gap",
        unit="min",
        low=0.0,
        high=10080.0,
        help="Neighbours are at most this far apart.",
        source="extension",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RecencyParameters:
    """How fast age takes a memory's ranking away."""

    half_life: Table = _by_type_days(
        _by_type(working=2, episodic=30, semantic=180, procedural=90), "Half-life", "Age at which recency is ½.", "M §3"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportanceParameters:
    """What raises a memory above its own importance."""

    default: float = _share(0.5, "Default importance", "", "Importance of a memory that names none.")
    pinned: float = _share(0.20, "Pinned", "", "What a pin adds.")
    type_boost: Table = knob(
        _by_type(working=-0.05, episodic=0.0, semantic=0.10, procedural=0.05),
        label="Type boost",
        low=-1.0,
        high=1.0,
        keys=TYPE_KEYS,
        help="What each type adds.",
        source="M §1",
    )
    project_boost: Table = knob(
        Table(),
        label="Project boost",
        low=-1.0,
        high=1.0,
        open_keys=True,
        help="What each project adds.",
        source="M §1",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageParameters:
    """What counts as use, and how much."""

    views: float = knob(1.0, label="Views", low=0.0, high=10.0, help="Factor of ln(1 + views).", source="M §1")
    cites: float = knob(2.0, label="Cites", low=0.0, high=10.0, help="Factor of ln(1 + cites).", source="M §1")
    edits: float = knob(0.5, label="Edits", low=0.0, high=10.0, help="Factor of ln(1 + edits).", source="M §1")
    max_percentile: float = knob(
        100.0,
        label="Most used is",
        unit="%",
        low=50.0,
        high=100.0,
        help="Percentile that counts as full use, so that one outlier does not flatten the rest.",
        source="decision",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgettingParameters:
    """When a memory may be forgotten."""

    recency: float = _share(0.35, "Age", "u₁", "Weight of how old it is.", "M §2")
    usage: float = _share(0.25, "Disuse", "u₂", "Weight of how little it is used.", "M §2")
    duplicates: float = _share(0.20, "Duplicates", "u₃", "Weight of how many memories repeat it.", "M §2")
    importance: float = _share(0.15, "Importance", "u₄", "How much importance protects.", "M §2")
    pinned: float = _share(0.30, "Pin", "u₅", "How much a pin protects.", "M §2")
    soft_threshold: float = knob(
        0.6, label="Soft from", low=-1.0, high=2.0, help="Score of a soft candidate.", source="M §2"
    )
    hard_threshold: float = knob(
        0.8, label="Hard from", low=-1.0, high=2.0, help="Score of a hard candidate.", source="M §2"
    )
    half_life: Table = _by_type_days(
        _by_type(working=2, episodic=30, semantic=180, procedural=90),
        "Half-life",
        "Age at which forgetting's recency is ½.",
        "M §2",
    )
    soft_ttl: Table = _by_type_days(
        _by_type(working=2, episodic=30, semantic=math.inf, procedural=90),
        "Soft after",
        "Youngest age of a soft candidate.",
        "M §2",
        low=0.0,
    )
    hard_ttl: Table = _by_type_days(
        _by_type(working=7, episodic=180, semantic=math.inf, procedural=360),
        "Hard after",
        "Youngest age of a hard candidate.",
        "M §2",
        low=0.0,
    )
    duplicate_similarity: float = knob(
        0.83,
        label="Counts as copy from",
        low=0.0,
        high=1.0,
        help="Cosine from which a memory repeats another.",
        source="M §2",
    )
    duplicate_cap: int = knob(
        10, label="Copies that count", low=1, high=1000, help="More copies change nothing.", source="M §2"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewParameters:
    """The schedule of review cards."""

    scheduler: str = knob(
        "tau", label="Scheduler", choices=SCHEDULERS, help="τ model, fixed steps, or FSRS-6.", source="M §5"
    )
    target: float = knob(
        0.7, label="Target recall", low=0.5, high=0.97, help="A card is due when recall falls to it.", source="M §5"
    )
    importance: float = knob(
        0.6, label="Importance", symbol="a₁", low=0.0, high=5.0, help="How importance stretches τ.", source="M §5"
    )
    usage: float = knob(0.4, label="Usage", symbol="a₂", low=0.0, high=5.0, help="How usage stretches τ.", source="M §5")
    helpful: float = knob(
        0.5, label="Helpful", symbol="a₃", low=0.0, high=5.0, help="How a helpful answer stretches τ.", source="M §5"
    )
    bad: float = knob(0.7, label="Bad", symbol="a₄", low=0.0, high=5.0, help="How a bad answer shrinks τ.", source="M §5")
    first_interval: float = knob(
        1.0,
        label="First review",
        unit="d",
        low=0.01,
        high=365.0,
        help="Days from introduction to the first review.",
        source="decision",
    )
    factor_min: float = knob(
        0.1, label="Smallest factor", low=0.01, high=1.0, help="τ never shrinks more at once.", source="decision"
    )
    factor_max: float = knob(
        10.0, label="Largest factor", low=1.0, high=100.0, help="τ never grows more at once.", source="decision"
    )
    tau_min: float = knob(
        0.1, label="Smallest τ", unit="d", low=0.001, high=100.0, help="Lower bound of τ.", source="decision"
    )
    tau_max: float = knob(
        36500.0, label="Largest τ", unit="d", low=1.0, high=36500.0, help="Upper bound of τ.", source="decision"
    )
    preset_first: float = knob(
        1.0, label="First step", unit="d", low=0.01, high=365.0, help="Fixed steps: the first.", source="M §5"
    )
    preset_second: float = knob(
        6.0, label="Second step", unit="d", low=0.01, high=365.0, help="Fixed steps: the second.", source="M §5"
    )
    preset_importance: float = knob(
        0.5, label="Step importance", low=0.0, high=5.0, help="Fixed steps: stretch by importance.", source="M §5"
    )
    preset_usage: float = knob(
        0.3, label="Step usage", low=0.0, high=5.0, help="Fixed steps: stretch by usage.", source="M §5"
    )
    fsrs: Table = knob(
        Table(dict(zip(FSRS_KEYS, FSRS_WEIGHTS, strict=True))),
        label="FSRS-6 weights",
        low=0.0,
        high=100.0,
        keys=FSRS_KEYS,
        help="Weight of FSRS-6; its own optimizer fits all of them. FSRS holds each within narrower bounds.",
        source="FSRS-6",
    )
    rollover_hour: int = knob(
        4,
        label="Day starts at",
        unit="h",
        low=0,
        high=23,
        help="Local hour at which a new day begins.",
        source="decision",
    )
    new_per_day: int = knob(
        10, label="New a day", low=0, high=1000, help="How many memories become cards each day.", source="decision"
    )
    introduce_importance: float = _share(
        0.7, "Introduced from", "", "Importance from which semantic and procedural memories become cards.", "decision"
    )
    order: str = knob(
        "lowest_recall", label="Order", choices=REVIEW_ORDERS, help="Which due card comes first.", source="M §5, C"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DecayParameters:
    """Use-based decay, promotion and clusters."""

    model: str = knob(
        "power_law", label="Model", choices=DECAY_MODELS, help="Shape of decay since the last use.", source="C"
    )
    beta: float = knob(
        0.6, label="Use exponent", symbol="β", low=0.0, high=1.0, help="How much repeated use counts.", source="C"
    )
    alpha: float = knob(
        1.1, label="Power-law exponent", symbol="a", low=0.05, high=10.0, help="How heavy the tail is.", source="C"
    )
    half_life: float = knob(
        3.0,
        label="Half-life",
        unit="d",
        low=0.01,
        high=36500.0,
        never=True,
        help="Power law and exponential.",
        source="C",
    )
    weight_fast: float = _share(0.7, "Fast share", "w", "Two-component: share that fades fast.", "C")
    half_life_fast: float = knob(
        0.5, label="Fast half-life", unit="d", low=0.01, high=36500.0, never=True, help="Two-component.", source="C"
    )
    half_life_slow: float = knob(
        7.0, label="Slow half-life", unit="d", low=0.01, high=36500.0, never=True, help="Two-component.", source="C"
    )
    promote: float = knob(
        0.65, label="Promote from", low=0.0, high=10.0, help="Score from which a memory is promoted.", source="C"
    )
    forget: float = knob(
        0.05, label="Forget under", low=0.0, high=10.0, help="Score under which a memory is forgotten.", source="C"
    )
    promote_uses: int = knob(
        5, label="Promoting uses", low=1, high=100000, help="Uses that promote a young memory.", source="C"
    )
    promote_within: float = knob(
        14.0, label="Promoting age", unit="d", low=0.0, high=36500.0, help="Age within which uses promote.", source="C"
    )
    tag_factor: Table = knob(
        Table({"credentials": 0.5, "ephemeral": 2.0}),
        label="Decay by tag",
        low=0.01,
        high=100.0,
        open_keys=True,
        help="How much faster a tag makes a memory fade.",
        source="C",
    )
    danger_centre: float = knob(
        0.25, label="Danger zone", low=0.0, high=10.0, help="Score that most wants review.", source="C"
    )
    danger_width: float = knob(
        0.10, label="Danger half-width", low=0.001, high=10.0, help="Half the zone's width.", source="C"
    )
    touch_boost: float = knob(
        0.1, label="Touch boost", low=0.0, high=2.0, help="Strength a boosting touch adds.", source="C"
    )
    strength_security: float = knob(
        2.0, label="Strength, security", low=0.0, high=2.0, help="Suggested for the tag security.", source="C"
    )
    strength_decision: float = knob(
        1.5, label="Strength, decision", low=0.0, high=2.0, help="Suggested for decisions.", source="C"
    )
    strength_preference: float = knob(
        1.3, label="Strength, preference", low=0.0, high=2.0, help="Suggested for preferences.", source="C"
    )
    fixed_ttl: float = knob(
        14.0, label="Fixed lifetime", unit="d", low=0.01, high=36500.0, help="Comparison curve only.", source="C"
    )
    linear_span: float = knob(
        21.0, label="Linear span", unit="d", low=0.01, high=36500.0, help="Comparison curve only.", source="C"
    )
    cluster_link: float = knob(
        0.83, label="Cluster link", low=0.0, high=1.0, help="Similarity that links two memories.", source="C"
    )
    cluster_size: int = knob(12, label="Cluster size", low=2, high=1000, help="Larger clusters are cut.", source="C")
    cohesion_merge: float = knob(
        0.90, label="Suggest merge from", low=0.0, high=1.0, help="Cohesion of one memory said twice.", source="C"
    )
    cohesion_look: float = knob(
        0.75, label="Suggest a look from", low=0.0, high=1.0, help="Cohesion worth a look.", source="C"
    )
    likely_duplicate: float = knob(
        0.88, label="Likely duplicate", low=0.0, high=1.0, help="Similarity of a likely duplicate.", source="C"
    )
    bigram_overlap: float = knob(
        0.5,
        label="Shared bigrams",
        low=0.0,
        high=1.0,
        help="What a link between non-Latin texts also needs.",
        source="decision",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionParameters:
    """iLAB's two scores: for a search, and for the start of a session."""

    text: float = _share(0.60, "Text", "", "SearchScore: weight of the words.", "I")
    recency: float = _share(0.25, "Recency", "", "SearchScore: weight of the last change.", "I")
    revision: float = _share(0.15, "Revisions", "", "SearchScore: weight of how often it was revised.", "I")
    context_recency: float = _share(0.50, "Context recency", "", "ContextScore: weight of the last change.", "I")
    context_revision: float = _share(0.30, "Context revisions", "", "ContextScore: weight of revisions.", "I")
    context_priority: float = _share(0.20, "Context priority", "", "ContextScore: weight of the category.", "I")
    half_life: float = knob(
        30.0, label="Half-life", unit="d", low=0.01, high=36500.0, never=True, help="Of the last change.", source="I"
    )
    revision_cap: int = knob(10, label="Revisions that count", low=1, high=1000, help="More change nothing.", source="I")
    priority: Table = knob(
        Table(
            {
                "profile": 1.0,
                "preference": 0.9,
                "decision": 0.7,
                "pattern": 0.6,
                "discovery": 0.5,
                "summary": 0.3,
                "other": 0.5,
            }
        ),
        label="Priority",
        low=0.0,
        high=1.0,
        keys=CATEGORY_KEYS,
        help="By category.",
        source="I",
    )
    pinned_first: bool = knob(False, label="Pinned first", help="Order of the session list only.", source="decision")
    limit: int = knob(20, label="Memories", low=1, high=1000, help="How many a new session is given.", source="I")


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterSet:
    """Every number of the engine. Compare, hash and share freely; always valid.

    Values are reached by dotted name: ``value("recency.half_life.working")``.
    """

    ranking: RankingParameters = RankingParameters()
    relevance: RelevanceParameters = RelevanceParameters()
    recency: RecencyParameters = RecencyParameters()
    importance: ImportanceParameters = ImportanceParameters()
    usage: UsageParameters = UsageParameters()
    forgetting: ForgettingParameters = ForgettingParameters()
    review: ReviewParameters = ReviewParameters()
    decay: DecayParameters = DecayParameters()
    session: SessionParameters = SessionParameters()

    def __post_init__(self) -> None:
        """Check every group.

        Raises:
            InvalidParameter: For the first bad value.
        """
        for declared in fields(self):
            check_group(getattr(self, declared.name), declared.name)

    def value(self, name: str) -> Value:
        """Return one value by dotted name.

        Raises:
            UnknownName: If there is no such parameter.
        """
        group, part, key = self._split(name)
        held = getattr(getattr(self, group), part)
        if not key:
            return held  # type: ignore[no-any-return]  # a Table is handed out whole
        if key not in held:
            raise UnknownName(f"There is no parameter {name}.")
        return float(held[key])

    def with_value(self, name: str, value: object) -> Self:
        """Return a set with one value changed (a table entry, a whole table or a single value).

        Raises:
            UnknownName: If there is no such parameter.
            InvalidParameter: If the value is out of bounds.
        """
        group, part, key = self._split(name)
        held = getattr(self, group)
        wanted = value
        if key:
            if not isinstance(value, int | float):
                raise InvalidParameter(f"{name} must be a number; given: {value!r}.")
            wanted = getattr(held, part).with_item(key, value)
        return replace(self, **{group: replace(held, **{part: wanted})})

    def with_values(self, values: Mapping[str, object]) -> Self:
        """Return a set with several values changed."""
        changed = self
        for name, value in values.items():
            changed = changed.with_value(name, value)
        return changed

    def values(self) -> dict[str, Value]:
        """Return every single value by dotted name, table entries included."""
        listed: dict[str, Value] = {}
        for group in fields(self):
            held = getattr(self, group.name)
            for declared in fields(held):
                value = getattr(held, declared.name)
                name = f"{group.name}.{declared.name}"
                listed |= (
                    {f"{name}.{key}": one for key, one in value.items()} if isinstance(value, Table) else {name: value}
                )
        return listed

    def changes_from(self, other: "ParameterSet") -> dict[str, tuple[Value | None, Value | None]]:
        """Return what differs, by dotted name: (value there, value here); None where a table has no such entry."""
        there, here = other.values(), self.values()
        names = list(dict.fromkeys([*there, *here]))
        return {name: (there.get(name), here.get(name)) for name in names if there.get(name) != here.get(name)}

    def to_mapping(self) -> dict[str, dict[str, Any]]:
        """Return nested plain dictionaries, as written to TOML and to the store."""
        return {
            group.name: {
                declared.name: dict(value) if isinstance(value := getattr(held, declared.name), Table) else value
                for declared in fields(held)
            }
            for group in fields(self)
            for held in [getattr(self, group.name)]
        }

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, Any]) -> tuple[Self, list[str]]:
        """Read nested dictionaries; what is missing keeps its default.

        Returns:
            The set, and the dotted names that are no parameter.

        Raises:
            InvalidParameter: For a bad value.
        """
        made = cls()
        unknown: list[str] = []
        for group, values in mapping.items():
            if not isinstance(values, Mapping):
                unknown.append(str(group))
                continue
            for part, value in values.items():
                try:
                    made = made._with_part(f"{group}.{part}", value)
                except UnknownName:
                    unknown.append(f"{group}.{part}")
        return made, unknown

    def _with_part(self, name: str, value: object) -> Self:
        held = self.value(name)
        if isinstance(held, Table) and isinstance(value, Mapping):
            described = _table_knob(name)
            value = dict(value) if described.open_keys else {**held, **value}
        return self.with_value(name, value)

    def _split(self, name: str) -> tuple[str, str, str]:
        group, _, rest = name.partition(".")
        part, _, key = rest.partition(".")
        if group not in _GROUPS or part not in _GROUPS[group]:
            raise UnknownName(f"There is no parameter {name}.")
        if key:
            _check_key(f"{group}.{part}", key, name)
        return group, part, key


_GROUPS: Final = {
    group.name: tuple(declared.name for declared in fields(getattr(ParameterSet(), group.name)))
    for group in fields(ParameterSet)
}


@cache
def _declared() -> dict[str, Knob]:
    """Every declared field by group and name; a table is one line."""
    default = ParameterSet()
    return {
        f"{group}.{declared.name}": named(knob_of(declared), f"{group}.{declared.name}")
        for group in _GROUPS
        for declared in fields(getattr(default, group))
    }


def _table_knob(name: str) -> Knob:
    return _declared()[name]


def _check_key(table: str, key: str, name: str) -> None:
    described = _declared()[table]
    if not isinstance(described.default, Table) or not (described.open_keys or key in described.keys):
        raise UnknownName(f"There is no parameter {name}.")


@cache
def parameter_table() -> Mapping[str, Knob]:
    """Return every knob by dotted name, in order of display.

    A table with fixed keys appears as one knob per key; a table that the user extends appears once, under its own name.
    """
    table: dict[str, Knob] = {}
    for name, described in _declared().items():
        if isinstance(described.default, Table) and not described.open_keys:
            for key in described.keys:
                entry = f"{name}.{key}"
                table[entry] = named(described, entry, label=f"{described.label}, {key}", default=described.default[key])
        else:
            table[name] = described
    return table
