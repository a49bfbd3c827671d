"""The status bar: the file, the count, what undo would take back, background work, and who wrote last."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget
from typing_extensions import override

from memento_gui.qt.actions import shown_keys
from memento_gui.qt.theme import Theme
from memento_gui.qt.tokens import STATUS
from memento_gui.qt.widgets.label import label, plain_tip


class _Note(QWidget):
    """An icon and a few words that may be pressed."""

    pressed = Signal()

    def __init__(self, theme: Theme, icon: str, *, tone: str = "secondary", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._name = icon
        self._icon = QLabel()
        self._words = label(size=12, tone=tone)
        self._keys = label(size=12, tone="tertiary")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        for part in (self._icon, self._words, self._keys):
            layout.addWidget(part)
        theme.changed.connect(self._tint)
        self._tint()

    def show_words(self, words: str, *, keys: str = "", tip: str = "") -> None:
        """Show other words; without any the note hides."""
        self._words.setText(words)
        self._keys.setText(keys)
        self._keys.setVisible(bool(keys))
        self.setToolTip(plain_tip(tip))
        self.setVisible(bool(words))

    @property
    def words(self) -> str:
        """What it says."""
        return self._words.text()

    def _tint(self) -> None:
        self._icon.setVisible(bool(self._name))
        if self._name:
            self._icon.setPixmap(self._theme.pixmap(self._name, size=14, ratio=self.devicePixelRatioF()))

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.rect().contains(event.position().toPoint()):
            self.pressed.emit()


class _Dot(QWidget):
    """A small filled circle in the colour of "all is well"."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setFixedSize(8, 8)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.tokens.ok)
        painter.drawEllipse(QRectF(0.5, 0.5, 7, 7))
        painter.end()


class _Meter(QWidget):
    """A thin bar for background work; its share is in [0, 1]."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._share = 0.0
        self.setFixedSize(64, 6)

    def show_share(self, share: float) -> None:
        self._share = min(max(share, 0.0), 1.0)
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.tokens
        painter = QPainter(self)
        painter.fillRect(self.rect(), colours.line_strong)
        painter.fillRect(QRectF(0, 0, self.width() * self._share, self.height()), colours.accent)
        painter.end()


class StatusBar(QFrame):
    """Shows what it is told; every part hides while it has nothing to say."""

    undo_wished = Signal()
    palette_wished = Signal()
    help_wished = Signal()
    work_wished = Signal()
    """The list of background work is to be shown."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "rail")
        self.setFixedHeight(STATUS)
        self._file = _Note(theme, "database")
        self._count = label(size=12, tone="secondary")
        self._note = _Note(theme, "info")
        self._meter = _Meter(theme)
        self._work = _Note(theme, "")
        self._undo = _Note(theme, "undo")
        self._dot = _Dot(theme)
        self._writer = label(size=12, tone="secondary")
        self._palette = _Note(theme, "", tone="tertiary")
        self._help = _Note(theme, "", tone="tertiary")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 0, 12, 0)
        layout.setSpacing(16)
        for part in (self._file, self._count, self._note):
            layout.addWidget(part)
        layout.addStretch(1)
        for pair in ((self._meter, self._work), (self._undo,), (self._dot, self._writer), (self._palette, self._help)):
            group = QHBoxLayout()
            group.setSpacing(8)
            for widget in pair:
                group.addWidget(widget)
            layout.addLayout(group)
        self._undo.pressed.connect(self.undo_wished)
        self._work.pressed.connect(self.work_wished)
        self._palette.pressed.connect(self.palette_wished)
        self._help.pressed.connect(self.help_wished)
        self._palette.show_words(f"{shown_keys('Ctrl+K')} all actions")
        self._help.show_words(f"· {shown_keys('F1')} help")
        for note in (self._work, self._undo, self._palette, self._help):
            note.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clear()

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(0, STATUS)

    def show_file(self, name: str, path: str) -> None:
        """Show the open file's name; its path is the tooltip."""
        self._file.show_words(name, tip=path)

    def show_count(self, text: str) -> None:
        """Show how many memories there are."""
        self._count.setText(text)
        self._count.setVisible(bool(text))

    def show_note(self, text: str, tip: str = "") -> None:
        """Show a standing remark, such as that the search goes by words only."""
        self._note.show_words(text, tip=tip)

    def show_work(self, text: str, share: float) -> None:
        """Show background work and how much of it is done, in [0, 1]."""
        self._work.show_words(text, tip="Show background work")
        self._meter.show_share(share)
        self._meter.setVisible(bool(text))

    def show_undo(self, label_text: str) -> None:
        """Show what undo would take back."""
        self._undo.show_words(label_text, keys=shown_keys("Ctrl+Z"))

    def show_writer(self, text: str) -> None:
        """Show who else wrote last, and when."""
        self._writer.setText(text)
        for part in (self._writer, self._dot):
            part.setVisible(bool(text))

    def clear(self) -> None:
        """Say nothing about a store, for none is open."""
        self.show_file("", "")
        self.show_count("")
        self.show_note("")
        self.show_work("", 0.0)
        self.show_undo("")
        self.show_writer("")

    @property
    def told(self) -> dict[str, str]:
        """What each part says, by name; empty where it hides."""
        return {
            "file": self._file.words,
            "count": self._count.text(),
            "note": self._note.words,
            "work": self._work.words,
            "undo": self._undo.words,
            "writer": self._writer.text(),
        }
