"""What an export would leave out, seen before anything is written."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from memento_gui.qt.widgets.buttons import push_button
from memento_gui.qt.widgets.fitting import open_as
from memento_gui.qt.widgets.label import BOLD, label


class ExportPreview(QDialog):
    """Asks whether to export although the format cannot hold everything; nothing is written until the answer is yes."""

    agreed = Signal()

    def __init__(self, name: str, losses: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.losses = tuple(losses)
        self.setWindowTitle(f"Export to {name}")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        layout.addWidget(label(f"Export to {name}?", size=15, weight=BOLD, wrap=True))
        layout.addWidget(label("This kind of file cannot hold:", tone="secondary"))
        for sentence in losses:
            layout.addWidget(label(f"•  {sentence}", wrap=True))
        words = "All of it stays in this store. Memento JSON Lines hold everything."
        layout.addWidget(label(words, tone="secondary", wrap=True))
        layout.addStretch(1)
        layout.addLayout(self._buttons())
        open_as(self, 480, self.sizeHint().height())

    def _buttons(self) -> QHBoxLayout:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        cancel = push_button("Cancel")
        cancel.clicked.connect(self.reject)
        agree = push_button("Export", kind="primary")
        agree.setDefault(True)
        agree.clicked.connect(self.accept)
        agree.clicked.connect(self.agreed)
        buttons.addWidget(cancel)
        buttons.addWidget(agree)
        return buttons
