"""Any memory at all, for tests of what is written and read back."""

from hypothesis import strategies as st

from memento_gui.domain.memory import CATEGORIES, SCOPES, STATUSES, TYPES, Memory, clean_tags

TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=60)
IDS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=20).filter(str.strip)
TIMES = st.integers(-62_135_596_800_000, 253_402_300_799_999)
COUNTS = st.integers(0, 2**40)
SHARES = st.floats(0, 1)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
FIELD_NAMES = frozenset(Memory.__slots__) | {"kind", "history", "feedback", "card", "answers"}
EXTRA = st.dictionaries(TEXT.filter(lambda name: name not in FIELD_NAMES), JSON, max_size=3)


def memories(identity: str, texts: st.SearchStrategy[str] = TEXT) -> st.SearchStrategy[Memory]:
    return st.builds(
        Memory,
        id=st.just(identity),
        content=texts,
        title=texts,
        type=st.sampled_from(TYPES),
        category=st.sampled_from(CATEGORIES),
        tags=st.lists(texts, max_size=4).map(clean_tags),
        importance=SHARES,
        pinned=st.booleans(),
        strength=st.floats(0, 2),
        source=texts,
        session=texts,
        project=texts,
        user=texts,
        scope=st.sampled_from(SCOPES),
        status=st.sampled_from(STATUSES),
        created_ms=TIMES,
        updated_ms=TIMES,
        last_used_ms=st.none() | TIMES,
        views=COUNTS,
        cites=COUNTS,
        edits=COUNTS,
        uses=COUNTS,
        revisions=COUNTS,
        deleted_ms=st.none() | TIMES,
        extra=EXTRA,
        ordinal=st.just(0),
    )
