"""Two texts, line by line: what went, what came."""

import html
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Final

from memento_gui.qt.tokens import Tokens

_LINES = 1_500
"""Lines up to which two texts are compared line by line."""

_LINE: Final = 2_000
"""Characters of a line that are shown: a word of a mebibyte takes minutes to lay out."""
_SHOWN: Final = 40_000
"""Characters that are shown side by side."""


def difference(before: str, after: str, colours: Tokens, *, around: int | None = None) -> str:
    """Return what changed between two texts, as rich text: removed lines, added lines, and the lines around them.

    Args:
        before: The earlier text.
        after: The later one.
        colours: Of the theme.
        around: How many unchanged lines are shown beside a change; all by default.
    """
    if before == after:
        return _paragraph("The words are the same.", "text_tertiary", colours)
    old, new = before.splitlines(), after.splitlines()
    if len(old) + len(new) > _LINES:
        return _paragraph(
            "Too long to compare line by line; this is the earlier text.", "text_tertiary", colours
        ) + "".join(_line("", line, "text", colours) for line in old[:_LINES])
    parts = []
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    steps = (
        matcher.get_opcodes() if around is None else [one for group in matcher.get_grouped_opcodes(around) for one in group]
    )
    for tag, i, j, k, m in steps:
        if tag == "equal":
            parts += [_line("&nbsp;", line, "text_secondary", colours) for line in old[i:j]]
            continue
        parts += [_line("−", line, "danger", colours) for line in old[i:j]]
        parts += [_line("+", line, "ok", colours) for line in new[k:m]]
    return "".join(parts)


def beside(left: str, right: str, colours: Tokens) -> str:
    """Return two texts side by side as rich text, line beside line; what only one of them has stands on a ground.

    Args:
        left: One text.
        right: The other.
        colours: Of the theme.
    """
    one, other = left.splitlines(), right.splitlines()
    rows, left_over = list[str](), _SHOWN
    if len(one) + len(other) > _LINES:
        told = "Too long to compare line by line; this is how both begin."
        return _paragraph(told, "text_tertiary", colours) + beside(
            "\n".join(one[: _LINES // 2]), "\n".join(other[: _LINES // 2]), colours
        )
    for tag, i, j, k, m in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        for here, there in zip_longest(one[i:j], other[k:m]):
            same = tag == "equal"
            left_over -= min(_LINE, max(len(here or ""), len(there or "")))
            if left_over < 0:
                break
            rows.append(
                f"<tr>{_cell(here, '' if same else 'danger', colours)}{_cell(there, '' if same else 'ok', colours)}</tr>"
            )
    more = _paragraph("The rest is too long to show here.", "text_tertiary", colours) if left_over < 0 else ""
    return f"<table width='100%' cellspacing='1' cellpadding='3'>{''.join(rows)}</table>{more}"


def _cell(text: str | None, ink: str, colours: Tokens) -> str:
    css = colours.css()
    ground = css[f"{ink}_bg"] if ink and text is not None else css["bg_base"]
    style = f"background:{ground}; color:{css['text' if ink else 'text_secondary']}; white-space:pre-wrap"
    return f"<td width='50%' style='{style}'>{html.escape(_short(text or '')) or '&nbsp;'}</td>"


def _short(line: str) -> str:
    return line if len(line) <= _LINE else f"{line[:_LINE]} … and {len(line) - _LINE:,} more characters"


def _line(mark: str, text: str, ink: str, colours: Tokens) -> str:
    ground = {"danger": "danger_bg", "ok": "ok_bg"}.get(ink, "bg_base")
    css = colours.css()
    shown = html.escape(_short(text)) or "&nbsp;"
    return (
        f"<table width='100%' cellspacing='0' cellpadding='1'><tr style='background:{css[ground]}'>"
        f"<td width='14' style='color:{css[ink]}'>{mark}</td>"
        f"<td style='white-space:pre-wrap; color:{css['text']}'>{shown}</td></tr></table>"
    )


def _paragraph(text: str, ink: str, colours: Tokens) -> str:
    return f"<p style='color:{colours.css()[ink]}'>{html.escape(text)}</p>"
