"""Code in colours: which part of a code block is a keyword, a string, a comment; Pygments reads the languages."""

from functools import lru_cache
from typing import Final

from markdown_it.token import Token as MarkdownToken
from pygments.lexer import Lexer
from pygments.lexers import find_lexer_class, get_all_lexers
from pygments.token import Comment, Generic, Keyword, Name, Number, Operator, String, Token

LONGEST: Final = 10_000
"""Characters up to which a block is coloured: some 10 ms in a worker, and as much again to lay out."""

LONGEST_LINE: Final = 1_000
"""Characters of its longest line: the time of some languages' patterns grows with the square of it."""

Part = tuple[str, str]
"""A role (empty: plain) and a stretch of code."""

ROLES: Final = {
    Comment: "comment",
    Keyword: "keyword",
    Operator.Word: "keyword",
    Name.Tag: "keyword",
    Name.Decorator: "keyword",
    String: "string",
    Number: "number",
    Name.Constant: "number",
    Keyword.Constant: "number",
    Generic.Inserted: "inserted",
    Generic.Deleted: "deleted",
    Generic.Heading: "keyword",
    Generic.Prompt: "comment",
    Generic.Output: "comment",
}
"""What each kind of token is drawn as; the nearest kind above it counts."""


def language_of(fence: MarkdownToken) -> str:
    """Return the language that a block of Markdown names, or an empty string."""
    words = fence.info.split(maxsplit=1)
    return words[0].strip("{}.").lower() if words else ""


@lru_cache(maxsize=256)
def parts_of(code: str, language: str) -> tuple[Part, ...]:
    """Return code in parts that together are the code; one plain part where it is not coloured.

    That is where the language is not known, or the block is beyond `LONGEST` or `LONGEST_LINE`.
    """
    kind = _lexer(language) if language else None
    lines = code.split("\n") if len(code) <= LONGEST else ()
    if kind is None or not lines or max(map(len, lines)) > LONGEST_LINE:
        return (("", code),)
    parts: list[Part] = []
    for _, token, text in kind.get_tokens_unprocessed(f"{code}\n"):  # some patterns want an end of the last line
        role = _role(token)
        if parts and parts[-1][0] == role:
            parts[-1] = (role, parts[-1][1] + text)
        elif text:
            parts.append((role, text))
    if "".join(text for _, text in parts) != f"{code}\n":
        return (("", code),)
    role, last = parts[-1]
    return (*parts[:-1], (role, last[:-1])) if len(last) > 1 else tuple(parts[:-1])


@lru_cache(maxsize=32)
def _lexer(language: str) -> Lexer | None:
    name = _names().get(language)
    kind = find_lexer_class(name) if name is not None else None
    return None if kind is None else kind()


@lru_cache(maxsize=1)
def _names() -> dict[str, str]:
    """The languages that Pygments itself knows, by alias; those of other packages are left out, they may do anything."""
    return {alias.lower(): name for name, aliases, _, _ in get_all_lexers(plugins=False) for alias in aliases}


@lru_cache(maxsize=1024)
def _role(token: object) -> str:
    kind = token
    while kind is not Token and kind is not None:
        if kind in ROLES:
            return ROLES[kind]
        kind = kind.parent  # type: ignore[attr-defined]  # a type of Pygments that knows what it is a part of
    return ""
