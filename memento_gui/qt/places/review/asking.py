"""Small questions of the Review place: a search to review, how many days ahead, until when to snooze."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Final

from PySide6.QtCore import QDate, QPoint, Qt
from PySide6.QtWidgets import QDateEdit, QDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from memento_gui.qt.widgets.buttons import push_button
from memento_gui.qt.widgets.choice import NumberField
from memento_gui.qt.widgets.label import BOLD, label
from memento_gui.qt.widgets.menu import Menu

SNOOZES: Final = (("&Tomorrow", 1), ("In a &week", 7), ("In a &month", 30))


class Question(QDialog):
    """A headline, a sentence, one field, and a button that hands the field's value over."""

    def __init__(  # its words
        self, headline: str, words: str, field: QWidget, yes: str, answer: Callable[[], object], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(headline)
        self.setMinimumWidth(440)
        self._answer = answer
        self.field = field
        field.setAccessibleName(headline)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        layout.addWidget(label(headline, size=15, weight=BOLD, wrap=True))
        layout.addWidget(label(words, tone="secondary", wrap=True))
        layout.addWidget(field)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        cancel = push_button("Cancel")
        cancel.clicked.connect(self.reject)
        agree = push_button(yes, kind="primary")
        agree.setDefault(True)
        agree.clicked.connect(self._agree)
        for button in (cancel, agree):
            buttons.addWidget(button)
        layout.addLayout(buttons)
        field.setFocus()

    def _agree(self) -> None:
        self._answer()
        self.accept()


def ask_query(line: QLineEdit, answer: Callable[[str], object], parent: QWidget) -> Question:
    """Ask for the filter line of a session of its own choice."""
    line.setPlaceholderText("tag:deploy type:procedural -is:pinned")
    words = (
        "The memories that this filter line lets through, whether they are due or not, each once; of those that are no "
        "cards yet, as many as the rules let in on a day."
    )
    made = Question("Review a search", words, line, "Review", lambda: answer(line.text().strip()), parent)
    made.open()
    return made


def ask_days(days: int, answer: Callable[[int], object], parent: QWidget) -> Question:
    """Ask how many days ahead to review."""
    spin = NumberField(low=1, high=365, step=1, decimals=0)
    spin.setValue(days)
    spin.setSuffix(" d")
    words = (
        "Cards that are due in the next days are asked today. An early answer gains only the share of its interval that "
        "has passed, so reviewing ahead never pays more than waiting."
    )
    made = Question("Review ahead", words, spin, "Review", lambda: answer(round(spin.value())), parent)
    made.open()
    spin.selectAll()
    return made


def ask_date(today: date, answer: Callable[[int], object], parent: QWidget) -> Question:
    """Ask for the day on which a card comes back, as days from today."""
    first = today + timedelta(days=1)
    edit = QDateEdit(QDate(first.year, first.month, first.day))
    edit.setCalendarPopup(True)
    edit.setDisplayFormat("d MMM yyyy")
    edit.setMinimumDate(edit.date())
    start = QDate(today.year, today.month, today.day)
    words = "The card is not asked before this day."
    made = Question("Snooze until", words, edit, "Snooze", lambda: answer(start.daysTo(edit.date())), parent)
    made.open()
    return made


def snooze_menu(today: date, answer: Callable[[int], object], parent: QWidget) -> Menu:
    """Return the menu of usual times; the last entry asks for a date."""
    menu = Menu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for text, days in SNOOZES:
        action = menu.addAction(text)
        action.triggered.connect(lambda _checked=False, days=days: answer(days))
    action = menu.addAction("A &date…")
    action.triggered.connect(lambda: ask_date(today, answer, parent))
    return menu


def pop_up(menu: Menu, over: QWidget) -> None:
    """Show a menu above a widget's middle, its first entry ready for Enter."""
    menu.popup(over.mapToGlobal(QPoint(over.width() // 2 - 80, over.height() // 2)))
    menu.setActiveAction(menu.actions()[0])
