"""A memory's text as Markdown: nothing is loaded, and links open only when they are clicked."""

from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget
from typing_extensions import override

from memento_gui.qt.theme import Theme, font
from memento_gui.qt.widgets.label import plain_tip
from memento_gui.qt.widgets.markdown import allowed, rich_text
from memento_gui.qt.widgets.words_edit import wrapping


class PlainBrowser(QTextBrowser):
    """Rich text that this program wrote: nothing is loaded, whatever it names, and no link opens by itself."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setUndoRedoEnabled(False)
        self.document().setDocumentMargin(0)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    @override
    def loadResource(self, type: int, name: QUrl | str) -> object:  # Qt's name
        return None

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(80, 40)


class MarkdownView(PlainBrowser):
    """A memory's words as sanitised rich text; links open after a click."""

    link_opened = Signal(str)
    """A link was clicked and handed to the system."""

    def __init__(self, theme: Theme, *, body: int = 13, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._body = body
        self._source = ""
        self.document().setIndentWidth(20)
        self.setAccessibleName("Memory")
        self.anchorClicked.connect(self._open)
        self.highlighted.connect(self._tell)
        theme.changed.connect(self._render)

    @property
    def markdown(self) -> str:
        """The Markdown that is shown."""
        return self._source

    def show_markdown(self, source: str) -> None:
        """Show another text, from its top."""
        self._source = source
        self._render()
        self.verticalScrollBar().setValue(0)

    def _render(self) -> None:
        self.document().setDefaultFont(font(self._body))
        fixed = font(12, fixed=True).family()
        self.document().setDefaultStyleSheet(f"pre, code {{ font-family: '{fixed}'; }}")
        self.setWordWrapMode(wrapping(self._source))
        self.setHtml(rich_text(self._source, self._theme.tokens, body=self._body))

    def _open(self, link: QUrl) -> None:
        target = link.toString(QUrl.ComponentFormattingOption.FullyEncoded)
        if allowed(target):
            QDesktopServices.openUrl(link)
            self.link_opened.emit(target)

    def _tell(self, link: QUrl) -> None:
        self.setToolTip(plain_tip(link.toString(QUrl.ComponentFormattingOption.FullyEncoded)))
