"""A memory's text as Markdown: no HTML of its own, no resources, and links that open only when they are clicked."""

from typing import Final

from markdown_it import MarkdownIt
from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QTextBlockFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QWidget
from typing_extensions import override

from memento_gui.qt.theme import Theme, font

_SCHEMES: Final = frozenset({"http", "https", "mailto"})
_PARSER: Final = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable("table").disable("image")
_LONGEST: Final = 200_000
"""Characters beyond which a text is shown as it is: laying it out as Markdown would take seconds."""


def as_html(text: str) -> str:
    """Return Markdown as HTML; whatever markup the text itself holds stays visible text."""
    return str(_PARSER.render(text))


class MarkdownView(QTextBrowser):
    """Shows Markdown, as high as it needs; the pane around it scrolls."""

    def __init__(self, theme: Theme, *, size: int = 13, line_height: int = 150, parent: QWidget | None = None) -> None:
        """Show nothing yet.

        Args:
            theme: The look.
            size: Of the text, in pixels.
            line_height: In percent.
            parent: The widget around it.
        """
        super().__init__(parent)
        self._theme = theme
        self._line_height = line_height
        self._text = ""
        self.setFont(font(size))
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUndoRedoEnabled(False)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Text")
        self.document().setDocumentMargin(0)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self.anchorClicked.connect(self._follow)
        theme.changed.connect(self._render)

    def show_text(self, text: str) -> None:
        """Show another text."""
        self._text = text
        self._render()

    @property
    def text(self) -> str:
        """The Markdown that is shown."""
        return self._text

    @override
    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Load nothing, wherever it is."""
        return None

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(40, 20)

    def _render(self) -> None:
        colours = self._theme.tokens
        self.document().setDefaultStyleSheet(
            f"body {{ color: {colours.text.name()}; }} a {{ color: {colours.accent_text.name()}; }}"
            f"code, pre {{ font-family: '{font(fixed=True).family()}'; font-size: 12px; }}"
            f"code, pre {{ background-color: {colours.bg_code.name()}; }}"
            f"h1, h2, h3, h4 {{ font-size: {self.font().pixelSize() + 1}px; font-weight: 600; }}"
            "p, pre, ul, ol { margin-top: 0; margin-bottom: 8px; }"
        )
        if len(self._text) > _LONGEST:
            self.setPlainText(self._text)
        else:
            self.setHtml(as_html(self._text))
        self._space_lines()
        self._fit()

    def _space_lines(self) -> None:
        wanted = QTextBlockFormat()
        wanted.setLineHeight(float(self._line_height), QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.mergeBlockFormat(wanted)

    def _fit(self) -> None:
        self.setFixedHeight(max(20, round(self.document().size().height()) + 2))

    def _follow(self, address: QUrl) -> None:
        if address.scheme().lower() in _SCHEMES:
            QDesktopServices.openUrl(address)
