"""Plain words: what Markdown says, on one line, without its marks."""

import re
from collections.abc import Iterable
from typing import Final

_FENCE: Final = re.compile(r"[ ]{0,3}(`{3,}|~{3,})[^`]*$")
_RULE: Final = re.compile(r"[ ]{0,3}(?:([-*_])[ \t]*)(?:\1[ \t]*){2,}$|[ ]{0,3}=+[ \t]*$")
_TABLE_RULE: Final = re.compile(r"[ ]{0,3}\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_QUOTED: Final = re.compile(r"[ ]{0,3}(?:>[ ]?)+")
_HEADING: Final = re.compile(r"[ ]{0,3}#{1,6}(?:[ \t]+|$)")
_HEADING_END: Final = re.compile(r"[ \t]+#+[ \t]*$")
_BULLET: Final = re.compile(r"[ \t]*[-*+][ \t]+(?:\[[ xX]\][ \t]+)?")
_CODE: Final = re.compile(r"(`+)([^`]+)\1")
_LINK: Final = re.compile(r"!?\[([^\[\]\n]*)\](?:\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)|\[[^\[\]\n]*\])")
_ADDRESS: Final = re.compile(r"<((?:https?://|mailto:)[^<>\s]+)>")
_STARS: Final = re.compile(r"(?<![\\*])(\*{1,3})(?=[^\s*])([^*\n]*[^\s*\\])\1(?!\*)")
_LINES: Final = re.compile(r"(?<![\\\w])(_{1,3})(?=[^\s_])([^\n_]*(?:_[^\n_]+)*?[^\s_\\])\1(?!\w)")
_STRUCK: Final = re.compile(r"(?<![\\~])~~(?=[^\s~])([^~\n]*[^\s~\\])~~(?!~)")
_ESCAPED: Final = re.compile(r"\\([!-/:-@\[-`{-~])")
_DOT: Final = "· "


def plain_words(text: str) -> str:
    """Return a Markdown text as one line of plain words: links by their text, code as it is, items of lists apart by dots.

    What is no mark stays as it is: ``2 * 3``, ``snake_case``, ``C#``, ``#tag``.
    """
    return in_one_line(plain_lines(text))


def in_one_line(lines: Iterable[str]) -> str:
    """Return lines as one, any white space as one blank."""
    return " ".join(" ".join(lines).split()).removeprefix(_DOT)


def plain_lines(text: str) -> list[str]:
    """Return the lines of a Markdown text that say something, without its marks; items of lists begin with a dot."""
    said: list[str] = []
    fence = ""
    for line in text.splitlines():
        opened = _FENCE.match(line)
        if opened is not None and (not fence or opened[1].startswith(fence)):
            fence = "" if fence else opened[1][:3]
        elif fence:
            said.append(line)
        elif not _RULE.match(line) and not _TABLE_RULE.match(line):
            said.append(_plain_line(line))
    return [line for line in said if line.strip()]


def _plain_line(line: str) -> str:
    quoted = _QUOTED.match(line)
    rest = line if quoted is None else line[quoted.end() :]
    heading = _HEADING.match(rest)
    if heading is not None:
        rest = _HEADING_END.sub("", rest[heading.end() :])
    bullet = _BULLET.match(rest)
    if bullet is not None:
        rest = f"{_DOT}{rest[bullet.end() :]}"
    if rest.lstrip().startswith("|") and rest.rstrip().endswith("|"):
        rest = f" {_DOT}".join(cell.strip() for cell in rest.strip().strip("|").split("|"))
    parts: list[str] = []
    end = 0
    for code in _CODE.finditer(rest):
        parts += [rest[end : code.start()], code[2].strip() or code[2]]
        end = code.end()
    parts.append(rest[end:])
    # what stands between two pieces of code is read by itself, so that nothing in code is taken for a mark
    return "".join(_unmarked(part) if at % 2 == 0 else part for at, part in enumerate(parts))


def _unmarked(text: str) -> str:
    text = _ADDRESS.sub(r"\1", _LINK.sub(r"\1", text))
    for marks in (_STARS, _LINES, _STRUCK):
        text = marks.sub(lambda found: found[found.re.groups], text)
    return _ESCAPED.sub(r"\1", text)
