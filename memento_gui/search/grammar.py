"""The grammar of the query language, as a search and as Browse take it; every text fits it."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from lark import Lark, Token
from lark.lark import PostLex
from typing_extensions import override

_DEEPEST: Final = 16
"""Brackets within brackets; those further in are skipped."""

_TERMS: Final = r"""
_term: word | phrase | tag | comparison
word: [MINUS] WORD
phrase: [MINUS] PHRASE
tag: [MINUS] TAG
comparison: [MINUS] NAME SIGN VALUE | [MINUS] NAME LAST_SIGN

MINUS.2: /-+(?=\S)/
PHRASE: /"[^"]*"/
TAG.1: /#[^\s"]+/
NAME.1: /[A-Za-z]+(?=[<>=:])/
LAST_SIGN.1: /([<>]=|[<>=:])(?=\s|\Z)/      // without a value
SIGN: /[<>]=|[<>=:]/
VALUE.4: /"(?:[^"\\]|\\[\s\S])*"|\S+/       // looked for after a SIGN only; a backslash takes a quote into the quotes

QUOTES_WITHOUT_PARTNER.3: /-*"+(?![^"]*")/
QUOTES_WITHOUT_WORDS.3: /-*"\s*"/
%ignore QUOTES_WITHOUT_PARTNER
%ignore QUOTES_WITHOUT_WORDS
%ignore /\s+/
"""

_SEARCH: Final = r"""
every: _term*

WORD: /[^\s"]\S*/
"""

_BROWSE: Final = r"""
?either: every (_OR every)*
?every: (_term | _OPEN either _CLOSE | negation)*
negation: _NOT_OPEN either _CLOSE

WORD: /[^\s()"]\S*/                         // _Brackets takes ")" off its end
_OR.1: /or(?=\)*(\s|\Z))/i
_OPEN: /\(/
_NOT_OPEN.3: /-+\(/
_CLOSE: /\)/

SIGNS_WITHOUT_WORDS.3: /(-+#?|#)(?=[\s)]|\Z)/
%ignore SIGNS_WITHOUT_WORDS
"""


@cache
def parser(*, browsing: bool) -> Lark:
    """Return the parser, which is built at its first use. Threads may share it."""
    if browsing:
        return Lark(_TERMS + _BROWSE, start="either", parser="lalr", postlex=_Brackets())
    return Lark(_TERMS + _SEARCH, start="every", parser="lalr")


class _Brackets(PostLex):
    """Pairs the brackets, which no grammar can demand of what people type.

    Those that close what is open are taken from the end of words, unless the word opens them itself; what closes nothing
    or opens too deep is left out; what is still open ends with the query.
    """

    always_accept: Iterable[str] = ("_CLOSE",)

    @override
    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        depth = 0
        for token in stream:
            if token.type in {"_OPEN", "_NOT_OPEN"}:
                if depth < _DEEPEST:
                    depth += 1
                    yield token
                continue
            closing = _loose(token)
            if token.type != "_CLOSE":
                yield token.update(value=token[: len(token) - closing]) if closing else token
            for _ in range(min(closing, depth)):
                depth -= 1
                yield Token("_CLOSE", ")")
        for _ in range(depth):
            yield Token("_CLOSE", ")")


def _loose(token: Token) -> int:
    """Return how many closing brackets at the end of a token have no opening one in it."""
    trailing = len(token) - len(token.rstrip(")"))  # none after the quotes of a phrase or a value
    return max(0, min(trailing, token.count(")") - token.count("(")))
