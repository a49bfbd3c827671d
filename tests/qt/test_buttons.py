"""Buttons under the keyboard: the one that has the focus is pressed, whatever the dialog's default is."""

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QAbstractButton, QDialog, QStyle, QStyleOptionButton, QVBoxLayout
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


def test_the_words_of_a_button_with_a_key_keep_their_room_and_place_under_the_focus(qtbot: QtBot, theme: Theme) -> None:
    button = IconPushButton(theme, "Show the memory", kind="primary", keys="Space")
    qtbot.addWidget(button)
    button.resize(button.sizeHint())
    button.ensurePolished()

    def room(*, focus: bool) -> QRect:
        option = QStyleOptionButton()
        button.initStyleOption(option)
        option.state &= ~QStyle.StateFlag.State_HasFocus
        if focus:
            option.state |= QStyle.StateFlag.State_HasFocus
        return button.style().subElementRect(QStyle.SubElement.SE_PushButtonContents, option, button)

    assert room(focus=True).left() == room(focus=False).left()
    assert room(focus=True).width() == room(focus=False).width()
    assert room(focus=True).width() >= button.fontMetrics().horizontalAdvance("Show the memory")
