"""A memory's text as Markdown: nothing is loaded, and links open only when they are clicked."""

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QTextOption
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QWidget
from typing_extensions import override

from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.markdown import allowed, rich_text


class MarkdownView(QTextBrowser):
    """Shows Markdown, as high as it needs; the pane around it scrolls."""

    def __init__(self, theme: Theme, *, size: int = 13, parent: QWidget | None = None) -> None:
        """Show nothing yet; ``size`` is that of body text in pixels."""
        super().__init__(parent)
        self._theme = theme
        self._size = size
        self._text = ""
        self.setFont(font(size))
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUndoRedoEnabled(False)
        self.setStyleSheet("background: transparent;")
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
        self.setHtml(rich_text(self._text, self._theme.tokens, body=self._size))
        self._fit()

    def _fit(self) -> None:
        self.setFixedHeight(max(20, round(self.document().size().height()) + 2))

    def _follow(self, address: QUrl) -> None:
        if allowed(address.toString()):
            QDesktopServices.openUrl(address)
