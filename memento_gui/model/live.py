"""The store as columns, kept current by the change feed: what tables, plots and searches read."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from threading import RLock, local
from typing import TypeVar
from unicodedata import east_asian_width

import numpy as np

from memento_gui.domain.arrays import ObjectArray
from memento_gui.domain.features import FeatureTable
from memento_gui.engine.plain_words import in_one_line, plain_lines
from memento_gui.model.values import ChangeSet, Headline
from memento_gui.store import Store, merged

_SNIPPET_CHARACTERS = 240

_MOST_CHANGES = 0.2
"""The share of changed memories from which reading all of them is quicker."""

_FEW = 1_000

_IN_SIGHT = 48
"""Characters of a text that are surely in sight in a row."""
_LINE_WIDTH = 52
"""Letters that one line of a row surely has room for; those of East Asia are as wide as two."""
_BEFORE = 24
"""Characters that are shown before a match."""

Matches = Callable[[str], Sequence[tuple[int, int]]]
"""Where in a text stand the words sought: (start, end) pairs, in order."""

Held = TypeVar("Held")


@dataclass(frozen=True)
class Snapshot:
    """The store at one moment; nobody changes it afterwards.

    ``titles`` holds each memory's, or an empty string, in the rows of ``table``; ``tags`` those of each memory by id (those
    without are left out): every search looks at those of its candidates, and a hundred look-ups in the file would take it a
    third longer. ``tag_uses`` counts each tag.
    """

    sequence: int
    table: FeatureTable
    titles: ObjectArray
    tags: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    tag_uses: Counter[str] = field(default_factory=Counter)

    @cached_property
    def folded_tags(self) -> frozenset[str]:
        """Every tag that some memory has, casefolded."""
        return frozenset(tag.casefold() for tag in self.tag_uses)


class LiveStore:
    """Hands out the newest snapshot and reads only what changed since the last one. Safe to call from any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = RLock()
        self._snapshot: Snapshot | None = None
        self._version = -1
        self._held = local()

    @contextmanager
    def steady(self) -> Iterator[None]:
        """Have this thread see one moment: what is asked of several parts fits together, whoever writes meanwhile."""
        outer = getattr(self._held, "snapshot", None)
        self._held.snapshot = outer or self.snapshot()
        try:
            yield
        finally:
            self._held.snapshot = outer

    def snapshot(self) -> Snapshot:
        """Return the store as it is now, or as it was when `steady` began."""
        held: Snapshot | None = getattr(self._held, "snapshot", None)
        if held is not None:
            return held
        with self._lock:
            version = self._store.data_version()  # 22 µs, where asking the feed takes ten times as long
            if self._snapshot is None:
                self._snapshot = self._whole()
            elif version != self._version:
                self._snapshot = self._caught_up(self._snapshot)
            self._version = version
            return self._snapshot

    def changes(self, since: int) -> ChangeSet:
        """Return what changed after a sequence number, whoever wrote it."""
        return change_set(self._store, since)

    def _whole(self) -> Snapshot:
        sequence = self._store.last_change()
        tags: dict[str, list[str]] = {}
        uses: Counter[str] = Counter()
        for identity, tag in self._store.every_tag():
            tags.setdefault(identity, []).append(tag)
            uses[tag] += 1
        table, titles = self._store.features(), self._store.every_title()
        return Snapshot(
            sequence,
            table,
            np.array([titles.get(identity, "") for identity in table.ids], dtype=np.object_),
            {identity: tuple(own) for identity, own in tags.items()},
            uses,
        )

    def _caught_up(self, known: Snapshot) -> Snapshot:
        changed = self.changes(known.sequence)
        if changed.everything:
            return self._whole()
        if not changed:
            return known
        if not changed.ids:
            return replace(known, sequence=changed.last)
        if len(changed.ids) > _MOST_CHANGES * len(known.table) + _FEW:
            return self._whole()
        ids = sorted(changed.ids)
        fresh = self._store.features_of(ids)
        present = set(fresh.ids)
        removed = [identity for identity in ids if identity not in present]
        tags = self._store.tags_of(ids)
        uses = Counter(known.tag_uses)
        uses.subtract(chain.from_iterable(known.tags.get(identity, ()) for identity in ids))
        uses.update(chain.from_iterable(tags.values()))
        table = merged(known.table, fresh, removed)
        return Snapshot(
            changed.last,
            table,
            _renewed_titles(known, table, ids, self._store.titles_of(ids)),
            _renewed(known.tags, ids, tags),
            +uses,
        )


def _renewed(known: Mapping[str, Held], ids: Iterable[str], fresh: Mapping[str, Held]) -> Mapping[str, Held]:
    """Return what is known with these memories' own read anew; the same where none of them has any."""
    changed = [identity for identity in ids if known.get(identity) != fresh.get(identity)]
    if not changed:
        return known
    renewed = dict(known)
    for identity in changed:
        renewed.pop(identity, None)
    renewed.update(fresh)
    return renewed


def _renewed_titles(known: Snapshot, table: FeatureTable, ids: Iterable[str], fresh: Mapping[str, str]) -> ObjectArray:
    """Return the titles in the rows of a newer table, these memories' own read anew; the very same where none changed."""
    rows = [table.row_of[identity] for identity in ids if identity in table.row_of]
    own = np.array([fresh.get(identity, "") for identity in table.ids[rows]], dtype=np.object_)
    if np.array_equal(table.ordinal, known.table.ordinal):
        if np.array_equal(known.titles[rows], own):
            return known.titles
        titles = known.titles.copy()
    else:
        titles = np.full(len(table), "", dtype=np.object_)
        stands = np.minimum(np.searchsorted(table.ordinal, known.table.ordinal), len(table) - 1)  # both ascend
        stays = table.ordinal[stands] == known.table.ordinal if len(table) else np.zeros(len(stands), dtype=np.bool_)
        titles[stands[stays]] = known.titles[stays]
    titles[rows] = own
    return titles


def change_set(store: Store, since: int) -> ChangeSet:
    """Return the store's changes after a sequence number as one value."""
    found = store.summary(since)
    return ChangeSet(last=found.last, ids=found.memories, tables=found.tables, everything=found.reload)


def headline(title: str, content: str, tags: tuple[str, ...], *, around: Matches | None = None) -> Headline:
    """Return what a table row shows, in plain words: the title, else the first line that says something, and the rest.

    Args:
        title: The memory's own, or nothing.
        content: Its text, Markdown.
        tags: Its tags.
        around: Finds the words sought in a text; what is shown of the text then begins shortly before the first of them.
            A first line that is too long for a title then goes on in the rest.
    """
    body = content[: _SNIPPET_CHARACTERS * (4 if around is None else 8)]
    lines = plain_lines(body)
    if not title and lines:
        title, lines = in_one_line(lines[:1])[:_SNIPPET_CHARACTERS], lines[1:]
        fits = _fitting(title) if around is not None else len(title)
        if fits < len(title):  # in two lines there is room for what one would elide
            space = title.rfind(" ", 0, fits + 1)
            end = space if space > 0 else fits
            title, lines = title[:end], [title[end:], *lines]
    return Headline(title, _excerpt(in_one_line(lines), around)[:_SNIPPET_CHARACTERS], tags)


def _excerpt(words: str, around: Matches | None) -> str:
    """Return a text from shortly before its first match; all of it where that stands near the beginning, or is none."""
    first = None if around is None else _first_match(words, around)
    if first is None or first[1] <= _IN_SIGHT:
        return words
    start = max(0, first[0] - _BEFORE)
    space = words.find(" ", start, first[0])
    return f"…{words[space + 1 if space >= 0 else first[0] :]}"


def _first_match(words: str, around: Matches) -> tuple[int, int] | None:
    """Return the first match; what follows it is not looked at, since that takes longest in a long text."""
    for start in range(0, len(words), _SNIPPET_CHARACTERS):
        begin = max(0, start - _BEFORE)  # a word that the last piece cut is whole in this one
        matches = around(words[begin : start + _SNIPPET_CHARACTERS])
        if matches:
            return begin + matches[0][0], begin + matches[0][1]
    return None


def _fitting(text: str) -> int:
    """Return how many characters of a text fit one line of a row."""
    width = 0
    for place, character in enumerate(text):
        width += 2 if east_asian_width(character) in {"W", "F"} else 1
        if width > _LINE_WIDTH:
            return place
    return len(text)
