"""Texts that have no place to break a line, and an editor that stays quick with them."""

import re
from typing import Final

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QPlainTextEdit
from typing_extensions import override

BETWEEN_WORDS: Final = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere

_UNBREAKABLE: Final = re.compile(r"\S{5000}")
"""Qt looks for a break from the beginning again for every line it lays out, which takes minutes for a word of 1 MiB."""


def wrapping(text: str, *, otherwise: QTextOption.WrapMode = BETWEEN_WORDS) -> QTextOption.WrapMode:
    """Return how to break a text's lines: anywhere if it holds a word that is too long, else as given."""
    return QTextOption.WrapMode.WrapAnywhere if _UNBREAKABLE.search(text) else otherwise


class WordsEdit(QPlainTextEdit):
    """Breaks lines between words; anywhere once a word is too long for that."""

    @override
    def setPlainText(self, text: str) -> None:
        self.setWordWrapMode(wrapping(text))
        super().setPlainText(text)

    @override
    def insertFromMimeData(self, source: QMimeData) -> None:
        self.setWordWrapMode(wrapping(source.text(), otherwise=self.wordWrapMode()))
        super().insertFromMimeData(source)


def typed_text(raw: str, like: str) -> str:
    """Return what an editor's raw text is as a memory's words; its lines end as those of ``like``."""
    text = raw.replace("\u2029", "\n").replace("\u2028", "\n")
    dos = "\r\n" in like and "\n" not in like.replace("\r\n", "")
    return text.replace("\n", "\r\n") if dos else text
