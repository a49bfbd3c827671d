"""Takes a query apart. Nothing a person types is an error: what cannot be read is text."""

import re
from dataclasses import replace
from typing import Final

from lark import Token, Transformer, v_args

from memento_gui.search.fields import FIELDS, Kind, checked
from memento_gui.search.grammar import parser
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
    pattern_typed,
    unquoted,
)

LONGEST: Final = 4096
"""Characters of a query that count."""

_MORE_THAN_WORDS: Final = re.compile(r'["#<>=:]|(?<!\S)-')
_QUOTED: Final = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_BETWEEN_BLANKS: Final = re.compile(r"\S+")


@v_args(inline=True)
class _Reading(Transformer[Token, Node]):
    """Turns what the grammar found into nodes, and gathers the remarks."""

    def __init__(self, text: str, *, browsing: bool) -> None:
        super().__init__(visit_tokens=False)
        self._end, self._browsing = len(text), browsing
        self.remarks: list[Remark] = []

    def word(self, minus: Token | None, word: Token) -> Term:
        if minus and word.casefold() == "or":  # were it a word, its negation would be read as the operator
            return _term(PHRASE, word, minus, word, word)
        return self._word(word, minus, word, word)

    def phrase(self, minus: Token | None, phrase: Token) -> Term:
        return _term(PHRASE, " ".join(phrase[1:-1].split()), minus, phrase, phrase)

    def tag(self, minus: Token | None, tag: Token) -> Term:
        return _term("tag" if minus or self._browsing else HASH_TAG, tag[1:], minus, tag, tag)

    def comparison(self, minus: Token | None, field: Token, sign: Token, typed: Token | None = None) -> Term:
        name, last = field.casefold(), typed if typed is not None else sign
        value, literal, text = _value(name, str(typed or ""))
        if name not in FIELDS:
            return self._word(f"{field}{sign}{text}", minus, field, last)
        if not value:
            return _term(UNFINISHED, f"{name}{sign}", minus, field, last)
        usual_sign, usual, wrong = checked(name, str(sign), value)
        if not wrong:
            return replace(_term(name, usual, minus, field, last, sign=usual_sign), literal=literal)
        term = _term(WORD, f"{name}{sign}{text}", minus, field, last)
        self.remarks.append(Remark(*term.span, f"{wrong} It is taken as text.", f"For example {FIELDS[name].example}"))
        return term

    def every(self, *parts: Node) -> Node:
        return all_of([part for part in parts if part != EVERYTHING])

    def either(self, *parts: Node) -> Node:
        return any_of(list(parts))

    def negation(self, inside: Node) -> Node:
        return negate(inside)

    def _word(self, value: str, minus: Token | None, first: Token, last: Token) -> Term:
        """Return a word; while browsing the last one may be the beginning of one."""
        typing = self._browsing and not minus and last.end_pos == self._end
        return _term(BEGINNING if typing else WORD, value, minus, first, last)


def parse(text: str, *, browsing: bool = False) -> Query:
    """Take a query apart.

    Args:
        text: What was typed.
        browsing: Whether words filter and ``or`` and brackets count, as in Browse; else words rank, as in a search.
    """
    counted = text[:LONGEST]
    more = browsing or _MORE_THAN_WORDS.search(counted)
    root, remarks = parsed(counted, browsing=browsing) if more else (_words(counted), ())
    if len(text) > LONGEST:
        remarks += (Remark(LONGEST, len(text), f"Only the first {LONGEST:,} characters of a query count.", "Shorten it"),)
    return Query(root=root, browsing=browsing, remarks=remarks)


def parsed(text: str, *, browsing: bool) -> tuple[Node, tuple[Remark, ...]]:
    """Return what the grammar finds in a query, and the remarks on it."""
    reading = _Reading(text, browsing=browsing)
    root = reading.transform(parser(browsing=browsing).parse(text))
    return root, tuple(reading.remarks)


def _words(text: str) -> Node:
    """Return what the grammar finds in a search that is nothing but words: most are, and each key asks anew."""
    return all_of([Term(WORD, ":", found[0], span=found.span()) for found in _BETWEEN_BLANKS.finditer(text)])


def _value(name: str, typed: str) -> tuple[str, bool, str]:
    """Return the value that was typed, whether it is literal, and how it is written where it is no more than text."""
    whole = _QUOTED.fullmatch(typed) is not None
    text = typed if whole else typed.lstrip('"')
    kind = FIELDS[name].kind if name in FIELDS else None
    if kind is Kind.PATTERN:
        return pattern_typed(typed[1:-1] if whole else text), False, text
    value, literal = unquoted(typed) if whole else (text, False)
    if kind is Kind.NAME:
        return value, literal, text
    return " ".join(value.split()), False, text if value.strip() else ""


def _term(field: str, value: str, minus: Token | None, first: Token, last: Token, *, sign: str = ":") -> Term:
    """Return the term that was typed from the minus, or without one the first token, to the end of the last token."""
    span = _start(minus or first), _start(last) + len(last)
    return Term(field, sign, str(value), negated=minus is not None, span=span)


def _start(token: Token) -> int:
    assert token.start_pos is not None, "the lexer sets it"
    return token.start_pos
