"""How lines look: colours by token name, so that a pen can be made again when the theme changes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen

from memento_gui.qt.tokens import Tokens

DASHES: Final = {"power_law": (), "exponential": (7.0, 3.0), "two_component": (2.0, 3.0)}
"""The decay models, told apart without colour; lengths in pixels."""

STRENGTHS: Final[Mapping[str, tuple[float, ...]]] = {"s = 1": (), "s = 1.5": (2.0, 3.0), "s = 2": (7.0, 3.0)}
"""Curves of memories of three strengths, by their names."""

SAVED_DASH: Final = (4.0, 4.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stroke:
    """A line: ``colour`` is a token name, ``width`` and ``dash`` are pixels."""

    colour: str
    width: float = 2.0
    dash: tuple[float, ...] = ()

    def pen(self, colours: Tokens) -> QPen:
        """Return a cosmetic pen in a theme's colours."""
        made = QPen(QColor(colours.colour(self.colour)), self.width)
        made.setCosmetic(True)
        made.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        made.setCapStyle(Qt.PenCapStyle.FlatCap)
        if self.dash:
            made.setDashPattern([length / self.width for length in self.dash])
        return made
