"""The theme: tokens put on the application as fonts, palette and style sheet, following the system when asked to."""

from string import Template
from typing import Final

from PySide6.QtCore import QMetaMethod, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QIcon, QPalette, QPixmap
from PySide6.QtWidgets import QApplication

from memento_gui.domain.resources import resources
from memento_gui.qt import icons
from memento_gui.qt.tokens import Tokens, tokens

SYSTEM: Final = "system"
LIGHT: Final = "light"
DARK: Final = "dark"
CHOICES: Final = (SYSTEM, LIGHT, DARK)

_SCHEMES: Final = {
    SYSTEM: Qt.ColorScheme.Unknown,
    LIGHT: Qt.ColorScheme.Light,
    DARK: Qt.ColorScheme.Dark,
}
_ROLES: Final = {
    QPalette.ColorRole.Window: "bg_base",
    QPalette.ColorRole.Base: "bg_base",
    QPalette.ColorRole.AlternateBase: "bg_side",
    QPalette.ColorRole.Button: "bg_raised",
    QPalette.ColorRole.WindowText: "text",
    QPalette.ColorRole.Text: "text",
    QPalette.ColorRole.ButtonText: "text",
    QPalette.ColorRole.BrightText: "danger",
    QPalette.ColorRole.PlaceholderText: "text_tertiary",
    QPalette.ColorRole.ToolTipBase: "tip_bg",
    QPalette.ColorRole.ToolTipText: "tip_text",
    QPalette.ColorRole.Highlight: "bg_selected",
    QPalette.ColorRole.HighlightedText: "text",
    QPalette.ColorRole.Accent: "accent",
    QPalette.ColorRole.Link: "accent_text",
    QPalette.ColorRole.LinkVisited: "accent_text",
    QPalette.ColorRole.Light: "bg_raised",
    QPalette.ColorRole.Midlight: "line",
    QPalette.ColorRole.Mid: "line_strong",
    QPalette.ColorRole.Dark: "line_control",
    QPalette.ColorRole.Shadow: "line_strong",
}


def font(size: int = 13, weight: QFont.Weight = QFont.Weight.Normal, *, fixed: bool = False) -> QFont:
    """Return the system's font (or its fixed one) at a pixel size, with tabular numbers."""
    kind = QFontDatabase.SystemFont.FixedFont if fixed else QFontDatabase.SystemFont.GeneralFont
    made = QFontDatabase.systemFont(kind)
    made.setPixelSize(size)
    made.setWeight(weight)
    made.setFeature(QFont.Tag("tnum"), 1)
    return made


def palette(colours: Tokens) -> QPalette:
    """Return the palette that native parts of Qt paint with."""
    made = QPalette()
    for role, name in _ROLES.items():
        made.setColor(role, colours.colour(name))
    for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, role, colours.text_tertiary)
    made.setColor(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Base, colours.bg_side)
    made.setColor(QPalette.ColorGroup.Inactive, QPalette.ColorRole.Highlight, colours.bg_selected_inactive)
    return made


def style_sheet(colours: Tokens) -> str:
    """Return the style sheet for what a palette cannot say: borders, paddings, focus."""
    template = Template((resources() / "style.qss").read_text("utf-8"))
    return template.substitute(colours.css(), resources=resources().as_posix())


class Theme(QObject):
    """The look of the running application.

    ``changed`` is emitted after the new look is on; whoever paints by hand or holds an icon fetches its colours again.
    """

    changed = Signal()

    def __init__(self, application: QApplication, choice: str = SYSTEM) -> None:
        super().__init__()
        self._application = application
        self._choice = choice
        self.tokens = tokens(dark=False)
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._follow)
        if choice != SYSTEM:
            hints.setColorScheme(_SCHEMES[choice])
        application.setStyle("Fusion")
        application.setFont(font())
        self._put_on()

    @property
    def choice(self) -> str:
        """``system``, ``light`` or ``dark``."""
        return self._choice

    def choose(self, choice: str) -> None:
        """Follow the system, or stay light or dark."""
        self._choice = choice
        QGuiApplication.styleHints().setColorScheme(_SCHEMES[choice])
        self._follow()

    def close(self) -> None:
        """Stop following the system and tell nobody any more; for a theme that another one replaces."""
        QGuiApplication.styleHints().colorSchemeChanged.disconnect(self._follow)
        if self.isSignalConnected(QMetaMethod.fromSignal(self.changed)):
            self.changed.disconnect()

    def icon(self, name: str, colour: QColor | None = None, *, size: int = 16, gap: int = 0) -> QIcon:
        """Return an icon in the theme's secondary text colour, or in another; see `icons.icon`."""
        ink = colour or self.tokens.text_secondary
        return icons.icon(name, ink, size=size, disabled=self.tokens.line_control, gap=gap)

    def pixmap(self, name: str, colour: QColor | None = None, *, size: int = 16, ratio: float = 1.0) -> QPixmap:
        """Return an icon to paint, for a device pixel ratio; see `icons.pixmap`."""
        return icons.pixmap(name, colour or self.tokens.text_secondary, size=size, ratio=ratio)

    def _is_dark(self) -> bool:
        if self._choice != SYSTEM:
            return self._choice == DARK
        return QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark

    def _follow(self) -> None:
        wanted = tokens(dark=self._is_dark())
        if wanted is not self.tokens:
            self._put_on()

    def _put_on(self) -> None:
        self.tokens = tokens(dark=self._is_dark())
        self._application.setPalette(palette(self.tokens))
        self._application.setStyleSheet(style_sheet(self.tokens))
        self.changed.emit()
