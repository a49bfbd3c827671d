"""The token table: every colour of the window, light and dark, and the sizes that are shared."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor

_COLOURS: Final[Mapping[str, tuple[str, str]]] = {
    "bg_rail": ("#E9EBEF", "#131518"),
    "bg_side": ("#F4F5F7", "#191C20"),
    "bg_base": ("#FFFFFF", "#1E2126"),
    "bg_raised": ("#FFFFFF", "#272B32"),
    "bg_hover": ("#F1F2F6", "#262A31"),
    "bg_selected": ("#E7E7FA", "#34345C"),
    "bg_selected_inactive": ("#ECEDF1", "#2B2F36"),
    "bg_code": ("#F4F5F7", "#16181C"),
    "bg_track": ("#E9EBEF", "#2D3138"),
    "line": ("#E1E4E9", "#31353D"),
    "line_strong": ("#C4C9D2", "#4A505B"),
    "line_control": ("#8A919E", "#7C8492"),
    "text": ("#191B20", "#E8EAEE"),
    "text_secondary": ("#474D58", "#BBC1CB"),
    "text_tertiary": ("#5C636F", "#9AA1AD"),
    "accent": ("#4B45C6", "#615CD6"),
    "accent_hover": ("#3E38AE", "#6863DC"),
    "on_accent": ("#FFFFFF", "#FFFFFF"),
    "accent_text": ("#4B45C6", "#ABA8FF"),
    "focus": ("#4B45C6", "#ABA8FF"),
    "danger": ("#B3261E", "#FF9A90"),
    "danger_bg": ("#FDECEA", "#3B2322"),
    "warning": ("#7A4A00", "#F0BE62"),
    "warning_bg": ("#FFF3DB", "#3A2F1C"),
    "ok": ("#00644A", "#5FD0A8"),
    "ok_bg": ("#E3F4EE", "#1C332B"),
    "match_bg": ("#FFE9A8", "#5B4A12"),
    "tip_bg": ("#22252B", "#E8EAEE"),
    "tip_text": ("#F4F5F7", "#191B20"),
    "veil": ("#47191B20", "#73000000"),
    "heat_0": ("#E9EBEF", "#2D3138"),
    "heat_1": ("#CBC9EF", "#3B3972"),
    "heat_2": ("#9E9AE0", "#4F4B9E"),
    "heat_3": ("#726DD3", "#7D79DE"),
    "heat_4": ("#4B45C6", "#ABA8FF"),
    "relevance": ("#0072B2", "#0072B2"),
    "recency": ("#56B4E9", "#56B4E9"),
    "importance": ("#E69F00", "#E69F00"),
    "usage": ("#009E73", "#009E73"),
    "duplication": ("#D55E00", "#D55E00"),
    "threshold": ("#CC79A7", "#CC79A7"),
    "working": ("#E69F00", "#E69F00"),
    "episodic": ("#56B4E9", "#56B4E9"),
    "semantic": ("#0072B2", "#0072B2"),
    "procedural": ("#009E73", "#009E73"),
}
"""Name: (light, dark). Signals and types keep one colour in both; they are fills and lines, never text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """One theme's colours. ``veil`` is translucent, everything else opaque."""

    dark: bool
    bg_rail: QColor
    bg_side: QColor
    bg_base: QColor
    bg_raised: QColor
    bg_hover: QColor
    bg_selected: QColor
    bg_selected_inactive: QColor
    bg_code: QColor
    bg_track: QColor
    line: QColor
    line_strong: QColor
    line_control: QColor
    text: QColor
    text_secondary: QColor
    text_tertiary: QColor
    accent: QColor
    accent_hover: QColor
    on_accent: QColor
    accent_text: QColor
    focus: QColor
    danger: QColor
    danger_bg: QColor
    warning: QColor
    warning_bg: QColor
    ok: QColor
    ok_bg: QColor
    match_bg: QColor
    tip_bg: QColor
    tip_text: QColor
    veil: QColor
    heat_0: QColor
    heat_1: QColor
    heat_2: QColor
    heat_3: QColor
    heat_4: QColor
    relevance: QColor
    recency: QColor
    importance: QColor
    usage: QColor
    duplication: QColor
    threshold: QColor
    working: QColor
    episodic: QColor
    semantic: QColor
    procedural: QColor

    def colour(self, name: str) -> QColor:
        """Return a colour by name (``"relevance"``, ``"semantic"``); KeyError if there is none."""
        if name not in _COLOURS:
            raise KeyError(name)
        found: QColor = getattr(self, name)
        return found

    def css(self) -> dict[str, str]:
        """Return every opaque colour by name as style sheets write it."""
        return {f.name: getattr(self, f.name).name() for f in fields(self) if f.name in _COLOURS}

    @property
    def heat(self) -> tuple[QColor, ...]:
        """The five steps of the heat map, least first."""
        return (self.heat_0, self.heat_1, self.heat_2, self.heat_3, self.heat_4)


@cache
def tokens(*, dark: bool) -> Tokens:
    """Return the light or the dark half of the table."""
    return Tokens(dark=dark, **{name: QColor(pair[dark]) for name, pair in _COLOURS.items()})


ROW: Final = 28
ROW_COMPACT: Final = 24
ROW_COMFORTABLE: Final = 36
RAIL: Final = 64
SIDEBAR: Final = 208
TOOLBAR: Final = 48
STATUS: Final = 24
HEADER: Final = 28
FRAME: Final = QSize(16, 48)
"""Room that the desktop's frame and title bar take around a window."""
CONTROL: Final = 28
INPUT: Final = 32
DETAIL: Final = 392
DRAWER_BELOW: Final = 1280
"""Window width under which the right pane becomes a drawer."""
FOLD_BELOW: Final = 1100
"""Window width under which the sidebar folds."""
