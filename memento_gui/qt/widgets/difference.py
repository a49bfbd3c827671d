"""Two texts, line by line and word by word: what went, what came."""

import html
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Final

from memento_gui.engine.changed_words import Span, beside_each_other, changed_words
from memento_gui.qt.tokens import Tokens

_LINES = 1_500
"""Lines up to which two texts are compared line by line."""

_LINE: Final = 2_000
"""Characters of a line that are shown: a word of a mebibyte takes minutes to lay out."""
_PAIRS: Final = 200
"""Lines in a row up to which their words are compared."""
_SHOWN: Final = 40_000
"""Characters that are shown side by side."""


def difference(before: str, after: str, colours: Tokens, *, around: int | None = None) -> str:
    """Return what changed between two texts, as rich text: removed lines, added lines, and the lines around them.

    Where a line is another version of one, the words that differ stand out.

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
        gone, come = _marked(list(beside_each_other(old[i:j], new[k:m])))
        parts += [_line("−", line, "danger", colours, spans) for line, spans in gone]
        parts += [_line("+", line, "ok", colours, spans) for line, spans in come]
    return "".join(parts)


def beside(left: str, right: str, colours: Tokens) -> str:
    """Return two texts side by side as rich text, line beside line; what only one of them has stands on a ground.

    These are words where two lines are versions of each other, else whole lines.

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
        same = tag == "equal"
        for here, there in zip(one[i:j], other[k:m], strict=True) if same else beside_each_other(one[i:j], other[k:m]):
            left_over -= min(_LINE, max(len(here or ""), len(there or "")))
            if left_over < 0:
                break
            spans = (None, None) if same else _changes(here, there)
            rows.append(
                f"<tr>{_cell(here, '' if same else 'danger', colours, spans[0])}"
                f"{_cell(there, '' if same else 'ok', colours, spans[1])}</tr>"
            )
    more = _paragraph("The rest is too long to show here.", "text_tertiary", colours) if left_over < 0 else ""
    return f"<table width='100%' cellspacing='1' cellpadding='3'>{''.join(rows)}</table>{more}"


Spans = list[Span] | None
"""The words of a line that differ; None where the whole line does."""
Marked = tuple[str, Spans]


def _changes(here: str | None, there: str | None) -> tuple[Spans, Spans]:
    """Return which words of two lines, as far as they are shown, differ."""
    found = None if here is None or there is None else changed_words(here[:_LINE], there[:_LINE])
    return (None, None) if found is None else found


def _marked(pairs: Sequence[tuple[str | None, str | None]]) -> tuple[list[Marked], list[Marked]]:
    gone, come = list[Marked](), list[Marked]()
    for number, (here, there) in enumerate(pairs):
        in_old, in_new = _changes(here, there) if number < _PAIRS else (None, None)
        gone += [] if here is None else [(here, in_old)]
        come += [] if there is None else [(there, in_new)]
    return gone, come


def _cell(text: str | None, ink: str, colours: Tokens, spans: Spans) -> str:
    css = colours.css()
    ground = css[f"{ink}_bg"] if ink and text is not None and spans is None else css["bg_base"]
    style = f"background:{ground}; color:{css['text' if ink else 'text_secondary']}; white-space:pre-wrap"
    return f"<td width='50%' style='{style}'>{_words(text or '', ink, colours, spans)}</td>"


def _words(text: str, ink: str, colours: Tokens, spans: Spans) -> str:
    """Return a line as rich text, its changed words in bold ink on a ground."""
    css, shown, parts, at = colours.css(), _short(text), list[str](), 0
    for start, end in spans or ():
        word = html.escape(shown[start:end])
        style = f"color:{css[ink]}; background:{css[f'{ink}_bg']}; font-weight:600"
        parts.append(f"{html.escape(shown[at:start])}<span style='{style}'>{word}</span>")
        at = end
    return "".join(parts) + html.escape(shown[at:]) or "&nbsp;"


def _short(line: str) -> str:
    return line if len(line) <= _LINE else f"{line[:_LINE]} … and {len(line) - _LINE:,} more characters"


def _line(mark: str, text: str, ink: str, colours: Tokens, spans: Spans = None) -> str:
    ground = {"danger": "danger_bg", "ok": "ok_bg"}.get(ink, "bg_base")
    css = colours.css()
    return (
        f"<table width='100%' cellspacing='0' cellpadding='1'><tr style='background:{css[ground]}'>"
        f"<td width='14' style='color:{css[ink]}'>{mark}</td>"
        f"<td style='white-space:pre-wrap; color:{css['text']}'>{_words(text, ink, colours, spans)}</td></tr></table>"
    )


def _paragraph(text: str, ink: str, colours: Tokens) -> str:
    return f"<p style='color:{colours.css()[ink]}'>{html.escape(text)}</p>"
