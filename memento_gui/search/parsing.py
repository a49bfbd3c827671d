"""Takes a query apart. Nothing a person types is an error: what cannot be read is text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from memento_gui.search.fields import FIELDS, checked
from memento_gui.search.terms import (
    BEGINNING,
    EVERYTHING,
    HASH_TAG,
    PHRASE,
    UNFINISHED,
    WORD,
    Node,
    Query,
    Remark,
    Term,
    all_of,
    any_of,
    negate,
    quoted,
)

LONGEST: Final = 4096
"""Characters of a query that count."""

_DEEPEST: Final = 16
"""Brackets within brackets; those further in are skipped."""

_FIELD: Final = r'(?P<field>[A-Za-z]+)(?P<sign><=|>=|[<>=:])(?P<value>"[^"]*"|\S*)'
_QUOTED: Final = r'"(?P<phrase>[^"]*)"'
_STRAY: Final = r'-*"+(?![^"]*")'
"""Quotes without a partner; they are skipped."""

_SEARCH: Final = re.compile(
    rf"\s+|(?P<stray>{_STRAY})|(?P<minus>-+(?=\S))?"
    rf'(?:{_QUOTED}|\#(?P<hash>[^\s"]+)|{_FIELD}|(?P<word>[^\s"]\S*))'
)
_BROWSE: Final = re.compile(
    rf"\s+|(?P<stray>{_STRAY}|-*\#?(?<=[-\#])(?=[\s)]|$))|(?P<minus>-+)?"
    rf'(?:{_QUOTED}|\#(?P<hash>[^\s"]+)|{_FIELD}|(?P<open>\()|(?P<close>\))|(?P<word>[^\s()"]\S*))'
)


@dataclass(frozen=True, slots=True)
class Token:
    """A bracket, ``or``, or one term, with the remark it deserves."""

    kind: str
    term: Term
    remark: Remark | None = None


def parse(text: str, *, browsing: bool = False) -> Query:
    """Take a query apart.

    Args:
        text: What was typed.
        browsing: Whether words filter and ``or`` and brackets count, as in Browse; else words rank, as in a search.
    """
    counted = text[:LONGEST]
    tokens = list(_browse_tokens(counted) if browsing else _search_tokens(counted))
    remarks = tuple(token.remark for token in tokens if token.remark is not None)
    if len(text) > LONGEST:
        remarks += (Remark(LONGEST, len(text), f"Only the first {LONGEST:,} characters of a query count.", "Shorten it"),)
    root = _Reader(tokens).everything() if browsing else all_of([token.term for token in tokens])
    return Query(root=root, browsing=browsing, remarks=remarks)


def _search_tokens(text: str) -> Iterator[Token]:
    for found in _SEARCH.finditer(text):
        token = _token(found, found.end())
        if token is not None:
            yield token


def _browse_tokens(text: str) -> Iterator[Token]:
    """Yield the tokens; brackets that close what is open are taken from the end of words, unless the word opens them."""
    depth = 0
    for found in _BROWSE.finditer(text):
        last = found.lastgroup
        if last == "open":
            depth += 1
            yield Token("open", Term("", "", "", negated=found["minus"] is not None))
        elif last == "close":
            if depth:
                depth -= 1
                yield Token("close", Term("", "", ""))
        else:
            loose = _loose_brackets(found)
            token = _token(found, found.end() - loose)
            if token is not None:
                yield _as_browsed(token, typed=found.end() == len(text))
            for _ in range(min(loose, depth)):
                depth -= 1
                yield Token("close", Term("", "", ""))


def _loose_brackets(found: "re.Match[str]") -> int:
    """Return how many closing brackets at the end of a word or value have no opening one in it."""
    bare = found["word"] or found["value"] or found["hash"] or ""
    if len(bare) > 1 and bare.startswith('"') and bare.endswith('"'):
        return 0
    trailing = len(bare) - len(bare.rstrip(")"))
    return max(0, min(trailing, bare.count(")") - bare.count("(")))


def _token(found: "re.Match[str]", end: int) -> Token | None:
    """Return the term that ends at ``end``, or None for blanks and quotes without a partner."""
    if found["stray"] or not found[0].strip():
        return None
    negated, span = found["minus"] is not None, (found.start(), end)
    if found["phrase"] is not None:
        phrase = " ".join(found["phrase"].split())
        return Token("term", Term(PHRASE, ":", phrase, negated, span)) if phrase else None
    if found["hash"]:
        tag = found["hash"][: end - found.start("hash")]
        term = Term("tag" if negated else HASH_TAG, ":", tag, negated, span)
        return Token("term", term) if tag else None
    if found["field"]:
        return _fielded(found, end, negated=negated)
    word = found.string[found.start("word") : end]
    if word.casefold() == "or":
        return (
            Token("term", Term(PHRASE, ":", word, negated, span))
            if negated
            else Token("or", Term(WORD, ":", word, span=span))
        )
    return Token("term", Term(WORD, ":", word, negated, span))


def _fielded(found: "re.Match[str]", end: int, *, negated: bool) -> Token:
    name, span = found["field"].casefold(), (found.start(), end)
    typed = " ".join(found.string[found.start("value") : end].replace('"', "").split())
    if name not in FIELDS:
        return Token("term", Term(WORD, ":", f"{found['field']}{found['sign']}{quoted(typed)}", negated, span))
    if not typed:
        return Token("term", Term(UNFINISHED, ":", f"{name}{found['sign']}", negated, span))
    sign, value, wrong = checked(name, found["sign"], typed)
    if not wrong:
        return Token("term", Term(name, sign, value, negated, span))
    remark = Remark(*span, f"{wrong} It is taken as text.", f"For example {FIELDS[name].example}")
    return Token("term", Term(WORD, ":", f"{name}{found['sign']}{quoted(typed)}", negated, span), remark)


def _as_browsed(token: Token, *, typed: bool) -> Token:
    """Return the token as Browse takes it: a ``#tag`` filters, and the last word may be the beginning of one."""
    term = token.term
    if term.field == HASH_TAG:
        return replace(token, term=replace(term, field="tag"))
    if typed and term.field == WORD and not term.negated and token.remark is None:
        return replace(token, term=replace(term, field=BEGINNING))
    return token


class _Reader:
    """Reads terms, ``or`` and brackets; "and" binds closer, and brackets left open end with the query."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens, self._at = tokens, 0

    def everything(self, depth: int = 0) -> Node:
        """Return what is read up to the bracket that closes it, or to the end."""
        alternatives: list[Node] = []
        parts: list[Node] = []
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            self._at += 1
            if token.kind == "close" and depth:
                break
            if token.kind == "or":
                if parts:
                    alternatives.append(all_of(parts))
                    parts = []
            elif (part := self._part(token, depth)) != EVERYTHING:
                parts.append(part)
        return any_of([*alternatives, all_of(parts)])

    def _part(self, token: Token, depth: int) -> Node:
        """Return a term, or a whole bracket."""
        if token.kind == "term":
            return token.term
        if token.kind == "close" or depth >= _DEEPEST:
            return EVERYTHING
        inside = self.everything(depth + 1)
        return negate(inside) if token.term.negated else inside
