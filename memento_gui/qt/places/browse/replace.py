"""Find and replace in many memories: every change is seen before any is made."""

import html
from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QCheckBox, QDialog, QFormLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.domain.errors import MementoError
from memento_gui.model.replacing import Replaced, Replacement, replacing
from memento_gui.qt.phrases import memories_text
from memento_gui.qt.place import PlaceContext
from memento_gui.qt.widgets.buttons import push_button
from memento_gui.qt.widgets.difference import difference
from memento_gui.qt.widgets.fitting import open_as
from memento_gui.qt.widgets.label import field_label, label
from memento_gui.qt.widgets.markdown_view import PlainBrowser

KEY: Final = "browse.replace"
_PAUSE_MS: Final = 250
_SHOWN: Final = 50


class ReplaceDialog(QDialog):
    """What is typed is tried on the memories at once, in a worker; one button then writes all of it as one step."""

    def __init__(
        self, context: PlaceContext, ids: Sequence[str], done: Callable[[str], None], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Find and replace")
        open_as(self, 680, 560)
        self._context = context
        self._ids = list(ids)
        self._done = done
        self._changes: list[Replaced] = []
        self.wanted = QLineEdit()
        self.wanted.setAccessibleName("Find")
        self.put = QLineEdit()
        self.put.setAccessibleName("Replace with")
        self.pattern = QCheckBox("Regular expression")
        self.case = QCheckBox("Match case")
        self.preview = PlainBrowser(context.theme)
        self.preview.setAccessibleName("What would change")
        self._said = label("", tone="secondary", wrap=True)
        self.agree = push_button("Replace", kind="primary")
        self.agree.setEnabled(False)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._lay_out()
        for line in (self.wanted, self.put):
            line.textChanged.connect(self._wait)
        for box in (self.pattern, self.case):
            box.toggled.connect(self._wait)
        self._pause.timeout.connect(self._look)
        self.agree.clicked.connect(self._write)
        self._say("")

    @property
    def sentence(self) -> str:
        """What the dialog says."""
        return self._said.text()

    @override
    def done(self, result: int) -> None:
        self._pause.stop()
        self._context.tasks.cancel(KEY)
        super().done(result)

    def _lay_out(self) -> None:
        cancel = push_button("Cancel")
        cancel.clicked.connect(self.reject)
        form = QFormLayout()
        form.addRow(field_label("Find"), self.wanted)
        form.addRow(field_label("Replace with"), self.put)
        switches = QHBoxLayout()
        switches.addWidget(self.pattern)
        switches.addWidget(self.case)
        switches.addStretch(1)
        form.addRow("", switches)
        buttons = QHBoxLayout()
        buttons.addWidget(self._said, 1)
        buttons.addWidget(cancel)
        buttons.addWidget(self.agree)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        layout.addLayout(form)
        layout.addWidget(self.preview, 1)
        layout.addLayout(buttons)

    def _wait(self) -> None:
        self.agree.setEnabled(False)
        self._pause.start()

    def _look(self) -> None:
        if not self.wanted.text():
            self._show([])
            return
        asked = Replacement(
            find=self.wanted.text(),
            put=self.put.text(),
            pattern=self.pattern.isChecked(),
            match_case=self.case.isChecked(),
        )
        library, ids = self._context.library, self._ids
        self._context.tasks.run(
            KEY, lambda job: library.replaced(ids, asked, cancel=job.token), self._show, failed=self._refuse
        )

    def _refuse(self, error: MementoError) -> None:
        self._changes = []
        self.preview.clear()
        self._say(error.sentence)

    def _show(self, changes: list[Replaced]) -> None:
        self._changes = changes
        colours = self._context.theme.tokens
        parts = []
        for change in changes[:_SHOWN]:
            parts.append(f"<p><b>{html.escape(change.memory.headline[:120])}</b></p>")
            if change.title != change.memory.title:
                parts.append(difference(change.memory.title, change.title, colours, around=0))
            if change.content != change.memory.content:
                parts.append(difference(change.memory.content, change.content, colours, around=0))
        if len(changes) > _SHOWN:
            parts.append(f"<p>… and {len(changes) - _SHOWN:,} more.</p>")
        self.preview.setHtml("".join(parts))
        places = sum(change.count for change in changes)
        found = f"{places:,} {'place' if places == 1 else 'places'} in {memories_text(len(changes))}"
        self._say(f"{found} of {len(self._ids):,}. One step, which can be undone." if self.wanted.text() else "")
        self.agree.setEnabled(bool(changes) and not self._context.library.read_only)

    def _say(self, sentence: str) -> None:
        self._said.setText(sentence or f"Looks through {memories_text(len(self._ids))}.")

    def _write(self) -> None:
        changes, now = self._changes, self._context.clock.now_ms()
        said = f"Replaced in {memories_text(len(changes))}"
        self.accept()
        self._context.undo.do_many(lambda: replacing(changes, now_ms=now), len(changes), then=lambda: self._done(said))
