"""A button without a border: an icon and a text."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QToolButton, QWidget

from memento_gui.qt.theme import Theme, font
from memento_gui.qt.tokens import CONTROL
from memento_gui.qt.widgets.label import MEDIUM


class FlatButton(QToolButton):
    """Looks like a word until the mouse is over it."""

    def __init__(self, theme: Theme, icon: str, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon_name = icon
        self.setFont(font(13, MEDIUM))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setIconSize(QSize(14, 14))
        self.setFixedHeight(CONTROL)
        self.say(text)
        theme.changed.connect(self._tint)
        self._tint()

    def say(self, text: str) -> None:
        """Show another text."""
        self.setText(" " + text.replace("&", "&&"))  # Qt sets the text hard against the icon
        self.setAccessibleName(text)

    def _tint(self) -> None:
        self.setIcon(self._theme.icon(self._icon_name, size=14))
