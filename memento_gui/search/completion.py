"""Completion of a query: what could stand where the cursor is."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from memento_gui.search.fields import FIELDS, Kind
from memento_gui.search.terms import NONE, quoted, reads_like_more, unquoted

_BEFORE: Final = re.compile(
    r'(?:^|(?<=[\s(]))-?(?P<token>\#[^\s"]*|(?:[A-Za-z]+(?:<=|>=|[<>=:]))?(?:"(?:[^"\\]|\\.)*\\?|[^\s"()]*))$', re.DOTALL
)
_FIELD: Final = re.compile(r"(?P<field>[A-Za-z]+)(?P<sign><=|>=|[<>=:])(?P<value>.*)", re.DOTALL)
_MOST: Final = 50
_NUMBER_SIGNS: Final = {Kind.NUMBER: "<", Kind.DATE: ">"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """The names that occur in the store, the most common first."""

    tags: Sequence[str] = ()
    sources: Sequence[str] = ()
    projects: Sequence[str] = ()
    users: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Completion:
    """What to put in place of characters ``start`` to ``end``, and what it means."""

    start: int
    end: int
    text: str
    help: str


def completions(text: str, cursor: int, vocabulary: Vocabulary) -> list[Completion]:
    """Return what could be completed at the cursor: names of fields, their values, and tags; the likeliest first.

    Args:
        text: The query.
        cursor: Before which character the cursor stands.
        vocabulary: What occurs in the store.
    """
    found = _BEFORE.search(text[:cursor])
    if found is None:
        return []
    start, token = found.start("token"), found["token"]
    end = cursor + _rest(text, cursor)
    offered = (Completion(start, end, written, meaning) for written, meaning in _offers(token, vocabulary))
    return [one for one, _ in zip((one for one in offered if one.text != text[start:end]), range(_MOST), strict=False)]


def _rest(text: str, cursor: int) -> int:
    """Return how many characters of the same word stand behind the cursor."""
    rest = re.match(r'[^\s"()]*', text[cursor:])
    return rest.end() if rest is not None else 0


def _offers(token: str, vocabulary: Vocabulary) -> Iterator[tuple[str, str]]:
    if token.startswith("#"):
        for tag in (vocabulary.tags[place] for place in _beginning(token[1:], vocabulary.tags)):
            if not re.search(r'[\s"]', tag):
                yield f"#{tag}", "weighs this tag"
        return
    found = _FIELD.fullmatch(token)
    if found is None:
        for name in (name for name in FIELDS if name.startswith(token.casefold())):
            yield f"{name}{_NUMBER_SIGNS.get(FIELDS[name].kind, ':')}", FIELDS[name].help
        return
    name = found["field"].casefold()
    if name in FIELDS:
        typed = found["value"]
        begun = unquoted(f'{typed}"')[0] if typed.startswith('"') else typed
        values = _values(name, vocabulary)
        for place in _beginning(begun, [value for value, _ in values]):
            yield f"{name}{found['sign']}{values[place][1]}", FIELDS[name].help


def _values(name: str, vocabulary: Vocabulary) -> Sequence[tuple[str, str]]:
    """Return the values of a field, each with how it is written."""
    field = FIELDS[name]
    if field.kind is Kind.CHOICE:
        return [(choice, choice) for choice in field.choices]
    if field.kind in {Kind.DATE, Kind.DATE_OR_DAYS}:
        return [(day, day) for day in ("today", "yesterday")]
    named = {
        "tag": vocabulary.tags,
        "source": vocabulary.sources,
        "project": vocabulary.projects,
        "user": vocabulary.users,
    }
    if name not in named:
        return ()
    return [*((one, quoted(one, literal=reads_like_more(one))) for one in named[name] if one), (NONE, NONE)]


def _beginning(typed: str, names: Sequence[str]) -> list[int]:
    """Return where the names are that begin with what is typed, then those that hold it; without regard to case."""
    wanted = typed.casefold()
    holding = [place for place, name in enumerate(names) if wanted in name.casefold()]
    return sorted(holding, key=lambda place: not names[place].casefold().startswith(wanted))
