"""Dialogs: a report of an import, a crash, a question before something is lost. All of them show plain text."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QMessageBox, QPlainTextEdit, QVBoxLayout, QWidget

from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.buttons import IconPushButton, push_button
from memento_gui.qt.widgets.fitting import open_as
from memento_gui.qt.widgets.label import BOLD, label


class ReportDialog(QDialog):
    """A headline, a sentence, and lines that can be read and copied."""

    def __init__(self, theme: Theme, headline: str, words: str, lines: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(headline)
        open_as(self, 640, 420 if lines else 160)
        self._lines = lines
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(8)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        layout.addWidget(label(headline, size=15, weight=BOLD, wrap=True))
        sentence = label(words, tone="secondary", wrap=True)
        sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        layout.addWidget(sentence)
        if lines:
            shown = QPlainTextEdit()
            shown.setReadOnly(True)
            shown.setFont(font(12, fixed=True))
            shown.setPlainText(lines)
            shown.setAccessibleName("Report")
            layout.addWidget(shown, 1)
            copy = IconPushButton(theme, "Copy", "copy")
            copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(f"{words}\n\n{lines}"))
            self.buttons.addWidget(copy)
        self.buttons.addStretch(1)
        close = push_button("Close", kind="primary")
        close.setDefault(True)
        close.clicked.connect(self.accept)
        self.buttons.addWidget(close)
        layout.addLayout(self.buttons)

    def offer(self, text: str, call: Callable[[], object]) -> None:
        """Offer one more thing to do; it closes the dialog."""
        button = push_button(text)
        button.clicked.connect(self.accept)
        button.clicked.connect(lambda _checked=False: call())
        self.buttons.insertWidget(self.buttons.count() - 1, button)


def crash_dialog(theme: Theme, report: str, parent: QWidget | None) -> ReportDialog:
    """Return the dialog for a fault of the program itself."""
    return ReportDialog(
        theme,
        "Something in Memento is broken",
        "This is a fault of the program, not of your data: what was saved before is in the store. You can go on; if it "
        "happens again, please report the text below.",
        report,
        parent,
    )


def ask(parent: QWidget, headline: str, words: str, yes: str, call: Callable[[], object]) -> QMessageBox:
    """Ask before something that cannot be undone; ``call`` is made when the answer is yes."""
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setIcon(QMessageBox.Icon.NoIcon)
    box.setWindowTitle(yes)
    box.setText(headline)
    box.setInformativeText(words)
    agree = box.addButton(yes, QMessageBox.ButtonRole.DestructiveRole)
    agree.setProperty("kind", "danger")
    box.setDefaultButton(box.addButton("Cancel", QMessageBox.ButtonRole.RejectRole))
    box.buttonClicked.connect(lambda button: call() if button is agree else None)
    box.open()
    return box
