"""The card: the cue; once it is shown, the whole memory and its recall."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from memento_gui.domain.memory import Memory
from memento_gui.domain.review_session import CLOZE, TITLE
from memento_gui.engine.cloze import cloze
from memento_gui.qt.phrases import type_label
from memento_gui.qt.places.review.loading import Asked
from memento_gui.qt.places.review.wording import age_sentence, facts_text, recall_text
from memento_gui.qt.plots.recall_curve import RecallCurve
from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.chips import paint_chips
from memento_gui.qt.widgets.label import BOLD, ElidedLabel, label, separator
from memento_gui.qt.widgets.markdown_view import MarkdownView
from memento_gui.qt.widgets.type_glyph import TypeGlyph

WIDTH = 656
_PADDING = 24
_LONGEST_TITLE = 600
_WIDEST_TAGS = 260
_LEAST_TAGS = 48


class Tags(QWidget):
    """A memory's tags as chips, elided where they do not fit."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tags: tuple[str, ...] = ()
        self.setFont(font(11))
        self.setFixedHeight(20)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_tags(self, tags: tuple[str, ...]) -> None:
        """Show other tags."""
        self._tags = tags
        self.setAccessibleName("Tags: " + ", ".join(tags) if tags else "")
        self.setVisible(bool(tags))
        self.setMaximumWidth(min(_WIDEST_TAGS, sum(self.fontMetrics().horizontalAdvance(tag) + 16 for tag in tags)))
        self.setMinimumWidth(min(_LEAST_TAGS, self.maximumWidth()))
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.maximumWidth(), 20)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.tokens
        painter = QPainter(self)
        painter.setFont(self.font())
        paint_chips(painter, self.rect(), self._tags, colours.bg_track, colours.text_secondary)
        painter.end()


class CardView(QWidget):
    """One card, 656 px wide where there is room, and as high as its memory."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.memory_id = ""
        self._glyph = TypeGlyph(theme)
        self._type = label(size=12, tone="secondary")
        self._tags = Tags(theme)
        self._age = label(size=12, tone="secondary")
        self._pinned = label(size=12, tone="secondary")
        self._recall_words = label(size=12, tone="secondary")
        self._recall = label(size=12, weight=BOLD)
        self.title = label(size=20, weight=BOLD, wrap=True)
        self.body = _text(theme)
        self.gaps = _text(theme)
        self.facts = ElidedLabel(size=12, tone="secondary")
        self.curve = RecallCurve(theme)
        self.curve.setFixedHeight(108)
        self._rest = QWidget()
        self._text = QWidget()
        self.setFixedWidth(WIDTH)
        self._lay_out()
        theme.changed.connect(self.update)

    def _lay_out(self) -> None:
        cue = QHBoxLayout()
        cue.setSpacing(8)
        for widget in (self._glyph, self._type, self._tags, self._age, self._pinned):
            cue.addWidget(widget)
        cue.addStretch(1)
        cue.addWidget(self._recall_words)
        cue.addWidget(self._recall)
        top = QVBoxLayout()
        top.setContentsMargins(_PADDING, 20, _PADDING, 16)
        top.setSpacing(12)
        top.addLayout(cue)
        top.addWidget(self.title)
        top.addWidget(self.gaps)
        text = QVBoxLayout(self._text)
        text.setContentsMargins(_PADDING, 16, _PADDING, 12)
        text.addWidget(self.body)
        plot = QVBoxLayout()
        plot.setContentsMargins(_PADDING, 8, _PADDING, 8)
        plot.addWidget(self.curve)
        plot.addWidget(self.facts)
        rest = QVBoxLayout(self._rest)
        rest.setContentsMargins(1, 0, 1, 1)
        rest.setSpacing(0)
        rest.addWidget(separator())
        rest.addWidget(self._text)
        rest.addWidget(separator())
        rest.addLayout(plot)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(self._rest)

    def show_cue(self, asked: Asked, *, now_ms: int, target: float, cue: str = TITLE) -> None:
        """Show the cue of another card; the rest stays hidden until `reveal`.

        Where the cue is ``cloze`` and the text has bold or code spans, the text with gaps is asked below the title.
        """
        memory = asked.card.memory
        self.memory_id = memory.id
        words, number = recall_text(asked.card)
        self._glyph.show_kind(memory.type.value)
        self._type.setText(type_label(memory.type.value))
        self._tags.show_tags(memory.tags)
        self._age.setText(age_sentence(memory, now_ms))
        self._pinned.setText("pinned" if memory.pinned else "")
        self._recall_words.setText(words)
        self._recall.setText(number)
        self.title.setText(memory.headline[:_LONGEST_TITLE])
        self._fit_title()
        body = _body(memory)
        asked_for = cloze(body) if cue == CLOZE else None
        self.body.show_markdown(body)
        self._text.setVisible(bool(body))
        self.gaps.show_markdown(asked_for or "")
        self.gaps.setVisible(asked_for is not None)
        state = asked.card.state
        self.facts.setText(facts_text(state, now_ms))
        self.curve.show_card(asked.tau_days, state.last_review_ms if state else None, now_ms, target)
        self.setAccessibleName(f"Card: {self.title.text()}")
        self._rest.hide()

    def set_width(self, width: int) -> None:
        """Be so wide."""
        self.setFixedWidth(width)
        self._fit_title()

    def _fit_title(self) -> None:
        """Give the title the height of its lines: the layouts around would guess it."""
        self.title.setMinimumHeight(0)  # what was fixed before would be the least
        self.title.setFixedHeight(max(0, self.title.heightForWidth(self.width() - 2 * _PADDING)))

    def reveal(self) -> None:
        """Show the whole memory."""
        self.gaps.hide()
        self._rest.show()

    @property
    def revealed(self) -> bool:
        """Whether the whole memory is shown."""
        return not self._rest.isHidden()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colours.line_strong, 1.0))
        painter.setBrush(colours.bg_base)  # the curve's own ground
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        painter.end()


def _text(theme: Theme) -> MarkdownView:
    """A view that is as high as its text; the desk scrolls."""
    view = MarkdownView(theme, body=14)
    view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    view.setStyleSheet("background: transparent;")
    view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    document = view.document()
    document.documentLayout().documentSizeChanged.connect(
        lambda size: view.setFixedHeight(max(20, round(size.height()) + 2))
    )
    return view


def _body(memory: Memory) -> str:
    """The text without the first line, where the cue shows that already: nothing if there is no more."""
    if memory.title:
        return memory.content
    first, _, rest = memory.content.strip().partition("\n")
    return rest if rest.strip() or _is_plain(first) else memory.content


def _is_plain(line: str) -> bool:
    """Whether the cue shows a line as it is: whole, and without marks of Markdown."""
    return len(line) <= _LONGEST_TITLE and not any(mark in line for mark in "*_`[#<|")
