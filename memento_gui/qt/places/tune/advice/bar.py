"""The bar under the curves: what is odd about the numbers, and a button that mends it."""

import html
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.qt.places.tune.advice.findings import Advice
from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.buttons import push_button

_LEAST: Final = 52


class AdviceBar(QWidget):
    """One warning."""

    followed = Signal(object)
    """The button was pressed (its `Advice`)."""

    def __init__(self, theme: Theme, advice: Advice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon = QLabel()
        self._icon.setFixedSize(16, 16)
        self._words = QLabel()
        self._words.setTextFormat(Qt.TextFormat.RichText)  # our own words, escaped: a bold first sentence on the same line
        self._words.setFont(font())
        self._words.setWordWrap(True)
        self.button = push_button("")
        self.button.clicked.connect(lambda _checked=False: self.followed.emit(self.advice))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 6, 16, 6)
        layout.setSpacing(12)
        layout.addWidget(self._icon)
        layout.addWidget(self._words, 1)
        layout.addWidget(self.button)
        self.setMinimumHeight(_LEAST)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        theme.changed.connect(self._tint)
        self._tint()
        self.show_advice(advice)

    def show_advice(self, advice: Advice) -> None:
        """Say the same with other figures: while a number turns, new widgets would cost a frame."""
        self.advice = advice
        self._words.setText(f"<b style='font-weight:600'>{html.escape(advice.text)}</b> {html.escape(advice.detail)}")
        self.button.setText(advice.button)

    def _tint(self) -> None:
        ratio = self.devicePixelRatioF()
        self._icon.setPixmap(self._theme.pixmap("warning", self._theme.tokens.warning, ratio=ratio))
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.tokens.warning_bg)
        painter.fillRect(0, 0, self.width(), 1, self._theme.tokens.line)
        painter.end()


class AdviceBars(QWidget):
    """All warnings there are."""

    followed = Signal(object)
    """A button was pressed (its `Advice`)."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: tuple[Advice, ...] = ()
        self._bars: list[AdviceBar] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.hide()

    @property
    def bars(self) -> list[AdviceBar]:
        """The bars that are up."""
        return [bar for bar in self._bars if not bar.isHidden()]

    def fit(self, width: int, height: int) -> None:
        """Leave up the first bars, as many as this room holds."""
        for bar in self._bars:
            height -= max(_LEAST, bar.heightForWidth(width))
            bar.setVisible(height >= 0)
        self.setVisible(bool(self.bars))

    def show_advice(self, advice: tuple[Advice, ...]) -> None:
        """Show these warnings; nothing moves if they are the same as before."""
        if advice == self._shown:
            return
        self._shown = advice
        known = {bar.advice.text: bar for bar in self._bars}
        self._bars = [self._bar_for(one, known.pop(one.text, None)) for one in advice]
        for bar in known.values():
            self._layout.removeWidget(bar)
            bar.hide()
            bar.deleteLater()
        for place, bar in enumerate(self._bars):
            if self._layout.indexOf(bar) != place:
                self._layout.insertWidget(place, bar)
        self.setVisible(bool(self._bars))

    def _bar_for(self, advice: Advice, known: AdviceBar | None) -> AdviceBar:
        """Return the bar of this finding; another's would leave the focus on a button that does something else now."""
        if known is not None:
            known.show_advice(advice)
            return known
        made = AdviceBar(self._theme, advice)
        made.followed.connect(self.followed)
        return made
