"""Buttons under the keyboard: the one that has the focus is pressed, whatever the dialog's default is."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QDialog, QVBoxLayout
from pytestqt.qtbot import QtBot

from memento_gui.qt.theme import Theme
from memento_gui.qt.widgets.buttons import IconPushButton, LinkButton, icon_button, push_button


def buttons(theme: Theme) -> dict[str, QAbstractButton]:
    return {
        "push": push_button("Cancel"),
        "icon and words": IconPushButton(theme, "Copy", "copy"),
        "link": LinkButton(theme, "Show"),
        "icon": icon_button(theme, "pin", "Pin"),
    }


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
@pytest.mark.parametrize("kind", ["push", "icon and words", "link", "icon"])
def test_enter_presses_the_button_with_the_focus_not_the_default_one(
    qtbot: QtBot, theme: Theme, kind: str, key: Qt.Key
) -> None:
    dialog = QDialog()
    qtbot.addWidget(dialog)
    layout = QVBoxLayout(dialog)
    button = buttons(theme)[kind]
    default = push_button("Import", kind="primary")
    default.setDefault(True)
    layout.addWidget(button)
    layout.addWidget(default)
    pressed: list[str] = []
    button.clicked.connect(lambda: pressed.append("focused"))
    default.clicked.connect(lambda: pressed.append("default"))
    dialog.show()

    button.setFocus()
    qtbot.keyClick(button, key)

    assert pressed == ["focused"]
