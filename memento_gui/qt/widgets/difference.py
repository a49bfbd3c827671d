"""Two texts, line by line: what went, what came."""

import html
from difflib import SequenceMatcher

from memento_gui.qt.tokens import Tokens

_LINES = 1_500
"""Lines up to which two texts are compared line by line."""


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


def _line(mark: str, text: str, ink: str, colours: Tokens) -> str:
    ground = {"danger": "danger_bg", "ok": "ok_bg"}.get(ink, "bg_base")
    css = colours.css()
    shown = html.escape(text) or "&nbsp;"
    return (
        f"<table width='100%' cellspacing='0' cellpadding='1'><tr style='background:{css[ground]}'>"
        f"<td width='14' style='color:{css[ink]}'>{mark}</td>"
        f"<td style='white-space:pre-wrap; color:{css['text']}'>{shown}</td></tr></table>"
    )


def _paragraph(text: str, ink: str, colours: Tokens) -> str:
    return f"<p style='color:{colours.css()[ink]}'>{html.escape(text)}</p>"
