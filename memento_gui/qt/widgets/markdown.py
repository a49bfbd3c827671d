"""Markdown as rich text that this program wrote: no HTML of the source survives, nothing is loaded."""

import html
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

from memento_gui.qt.tokens import Tokens
from memento_gui.qt.widgets.code import language_of, parts_of

SCHEMES: Final = frozenset({"http", "https", "mailto"})
LONGEST: Final = 100_000
"""Characters that are laid out; the editor shows all of a longer text."""

LEADING: Final = "line-height:130%"
"""Lines of 20 px at a body of 13."""

MOST_PARTS: Final = 12_000
"""Tokens that are laid out: each is a piece of its own to Qt, which takes a second for as many cells of a table."""

_MOST_IN_LINE: Final = 1_500
"""Tokens of one paragraph that are laid out; a paragraph of more is shown as it is typed. Where they make one
word, Qt's time grows with the square of their number."""

_DEEPEST_BAR: Final = 4
"""Quotes within quotes that get a bar of their own: each is a table, and Qt's time for nested ones grows exponentially."""

_HEADINGS: Final = {"h1": 18, "h2": 15, "h3": 14, "h4": 13, "h5": 13, "h6": 13}
_INKS: Final = {
    "comment": "color:{text_tertiary}; font-style:italic",
    "keyword": "color:{accent_text}",
    "string": "color:{ok}",
    "number": "color:{warning}",
    "inserted": "color:{ok}; background:{ok_bg}",
    "deleted": "color:{danger}; background:{danger_bg}",
}
"""How a part of code is drawn, by its role."""

_PLAIN: Final[Mapping[str, str]] = {
    "strong_open": "<b>",
    "strong_close": "</b>",
    "em_open": "<i>",
    "em_close": "</i>",
    "s_open": "<s>",
    "s_close": "</s>",
    "softbreak": " ",
    "hardbreak": "<br>",
    "list_item_open": f"<li style='margin:2px 0; {LEADING}'>",
    "list_item_close": "</li>",
    "thead_open": "",
    "thead_close": "",
    "tbody_open": "",
    "tbody_close": "",
    "tr_open": "<tr>",
    "tr_close": "</tr>",
    "td_close": "</td>",
    "th_close": "</td>",
    "table_close": "</table>",
    "paragraph_close": "</p>",
}


def parser() -> MarkdownIt:
    """Return a CommonMark parser with tables and strikethrough, which takes HTML for text."""
    made = MarkdownIt("commonmark", {"html": False, "linkify": False, "typographer": False})
    return made.enable(["table", "strikethrough"])


def allowed(link: str) -> bool:
    """Whether a link may be opened after a click: http, https and mailto only."""
    try:
        return urlsplit(link).scheme.lower() in SCHEMES
    except ValueError:
        return False


def rich_text(source: str, colours: Tokens, *, body: int = 13) -> str:
    """Return Markdown as the HTML subset that `QTextDocument` reads.

    Every character of the source is escaped; images become their description, links outside `SCHEMES` their text.

    Args:
        source: Markdown, of which the first `LONGEST` characters are read.
        colours: The theme's tokens.
        body: Size of body text in pixels.
    """
    cut = source[:LONGEST]
    tokens = parser().parse(cut)
    kept = _beginning(tokens)
    written = _Writer(colours, body).write(kept)
    rest = len(source) - len(cut)
    said = "… and more; Edit shows it." if len(kept) < len(tokens) else f"… and {rest:,} more characters; Edit shows them."
    note = f"<p style='color:{colours.text_tertiary.name()}'>{said}</p>" if rest or len(kept) < len(tokens) else ""
    return f"<body style='font-size:{body}px'>{written}{note}</body>"


def _beginning(tokens: Sequence[Token]) -> list[Token]:
    """Return the first tokens, `MOST_PARTS` with those within them, and what ends the blocks that they begin."""
    kept: list[Token] = []
    room, skipped = MOST_PARTS, 0
    for token in tokens:
        if room > 0:
            kept.append(token)
            room -= 1 + min(len(token.children or ()), _MOST_IN_LINE)
        elif token.nesting > 0:
            skipped += 1
        elif token.nesting < 0 and skipped:
            skipped -= 1
        elif token.nesting < 0:
            kept.append(token)
    return kept


def colour_code(source: str) -> None:
    """Colour the code of a text ahead of time, in a worker: `rich_text` then finds it done."""
    for token in parser().parse(source[:LONGEST]) if "```" in source or "~~~" in source else ():
        if token.type == "fence":
            parts_of(token.content.rstrip("\n"), language_of(token))


class _Writer:
    """Turns tokens into HTML; every text goes through `html.escape`."""

    def __init__(self, colours: Tokens, body: int) -> None:
        self._css = colours.css()
        self._body = body
        self._after_list = False
        self._links: list[bool] = []
        self._quotes = 0
        self._special: Mapping[str, Callable[[Token], str]] = {
            "text": lambda t: html.escape(t.content),
            "text_special": lambda t: html.escape(t.content),
            "code_inline": self._code,
            "code_block": self._block,
            "fence": self._block,
            "image": self._image,
            "link_open": self._link,
            "link_close": lambda _t: "</a>" if self._links.pop() else "",
            "heading_open": self._heading,
            "heading_close": lambda _t: "</p>",
            "paragraph_open": self._paragraph,
            "bullet_list_open": lambda _t: "<ul style='margin:4px 0 0 0'>",
            "bullet_list_close": lambda t: self._end_list(t, "</ul>"),
            "ordered_list_open": self._ordered,
            "ordered_list_close": lambda t: self._end_list(t, "</ol>"),
            "blockquote_open": self._quote,
            "blockquote_close": self._end_quote,
            "table_open": self._table,
            "td_open": lambda _t: "<td style='padding:3px 8px'>",
            "th_open": lambda _t: "<td style='padding:3px 8px; font-weight:600'>",
            "hr": self._rule,
            "inline": self._inline,
        }

    def write(self, parts: Sequence[Token]) -> str:
        return "".join(self._one(token) for token in parts)

    def _one(self, token: Token) -> str:
        special = self._special.get(token.type)
        if special is not None:
            return special(token)
        if token.type in _PLAIN:
            return _PLAIN[token.type]
        return html.escape(token.content)

    def _inline(self, token: Token) -> str:
        children = token.children or ()
        return self.write(children) if len(children) <= _MOST_IN_LINE else html.escape(token.content)

    def _code(self, token: Token) -> str:
        text = html.escape(token.content)
        ground = f"background:{self._css['bg_code']}"
        room = f"<span style='{ground}; font-size:10px'>&#160;</span>"  # the fixed font's own spaces are wide and uneven
        return f"{room}<code style='{ground}; font-size:12px'>{text}</code>{room}"

    def _block(self, token: Token) -> str:
        text = "".join(self._ink(role, part) for role, part in parts_of(token.content.rstrip("\n"), language_of(token)))
        frame = f"border:1px solid {self._css['line']}; background:{self._css['bg_code']}"
        look = "margin:0; font-size:12px; line-height:115%; white-space:pre-wrap"
        cell = f"<td style='padding:8px 12px'><pre style='{look}'>{text}</pre></td>"
        return f"<table width='100%' cellspacing='0' style='margin:2px 0 10px 0; {frame}'><tr>{cell}</tr></table>"

    def _ink(self, role: str, part: str) -> str:
        text = html.escape(part)
        return f"<span style='{_INKS[role].format(**self._css)}'>{text}</span>" if role else text

    def _image(self, token: Token) -> str:
        described = html.escape(token.content or "no description")
        return f"<span style='color:{self._css['text_tertiary']}'>[image: {described}]</span>"

    def _link(self, token: Token) -> str:
        target = str(token.attrGet("href") or "")
        fine = allowed(target)
        self._links.append(fine)
        return f"<a href=\"{html.escape(target, quote=True)}\" style='color:{self._css['accent_text']}'>" if fine else ""

    def _heading(self, token: Token) -> str:
        self._after_list = False
        size = _HEADINGS[token.tag] + self._body - 13
        return f"<p style='font-size:{size}px; font-weight:600; margin:12px 0 6px 0'>"

    def _paragraph(self, token: Token) -> str:
        above, self._after_list = (10 if self._after_list else 0), False  # Qt leaves a list's own lower margin out
        below = 0 if token.hidden else 8
        return f"<p style='margin:{above}px 0 {below}px 0; {LEADING}'>"

    def _ordered(self, token: Token) -> str:
        start = token.attrGet("start")
        number = "" if start is None else f" start='{int(start)}'"
        return f"<ol style='margin:4px 0 0 0'{number}>"

    def _end_list(self, token: Token, end: str) -> str:
        self._after_list = token.level == 0
        return end

    def _quote(self, _token: Token) -> str:
        self._quotes += 1
        if self._quotes > _DEEPEST_BAR:
            return ""
        bar = f"<td width='3' style='background:{self._css['line_strong']}'></td>"
        ink = f"padding:2px 0 2px 10px; color:{self._css['text_secondary']}"
        return f"<table cellspacing='0' style='margin:2px 0 10px 0'><tr>{bar}<td style='{ink}'>"

    def _end_quote(self, _token: Token) -> str:
        self._quotes -= 1
        return "</td></tr></table>" if self._quotes < _DEEPEST_BAR else ""

    def _table(self, _token: Token) -> str:
        frame = f"border:1px solid {self._css['line']}; border-collapse:collapse"
        return f"<table border='1' cellspacing='0' style='margin:2px 0 10px 0; {frame}'>"

    def _rule(self, _token: Token) -> str:
        return f"<hr style='background-color:{self._css['line']}'>"


def plain_text(source: str) -> str:
    """Return the words of Markdown without its marks, for previews and screen readers."""
    words: list[str] = []

    def gather(parts: Sequence[Any]) -> None:
        for token in parts:
            if token.type in {"text", "code_inline", "code_block", "fence", "text_special"}:
                words.append(token.content)
            gather(token.children or ())

    gather(parser().parse(source[:LONGEST]))
    return " ".join(" ".join(words).split())
