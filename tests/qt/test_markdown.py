"""Markdown from an assistant is hostile until shown otherwise."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from memento_gui.qt.theme import Theme
from memento_gui.qt.tokens import tokens
from memento_gui.qt.widgets.label import ElidedLabel, label, plain_tip
from memento_gui.qt.widgets.markdown import LONGEST, MOST_PARTS, allowed, plain_text, rich_text
from memento_gui.qt.widgets.markdown_view import MarkdownView

TAGS = re.compile(r"</?([a-zA-Z0-9]+)")
OURS = {
    "a",
    "b",
    "body",
    "br",
    "code",
    "hr",
    "i",
    "li",
    "ol",
    "p",
    "pre",
    "s",
    "span",
    "table",
    "td",
    "tr",
    "ul",
}
HOSTILE = (
    "<script>alert(1)</script>",
    "<img src='file:///etc/passwd'>",
    "![x](http://evil.example/x.png)",
    "[click](javascript:alert(1))",
    "[click](file:///etc/passwd)",
    "[click](data:text/html,hello)",
    "<a href='file:///'>raw</a>",
    "[x]: http://evil.example\n![x][x]",
    "<style>* { color: red }</style>",
    "`<b>`\n\n    <i>\n\n```\n<u>\n```",
    "# <h1>\n\n> <blockquote>\n\n| <td> |\n|---|\n| <tr> |",
    '[x](http://a"onmouseover="alert)',
)


@pytest.fixture
def view(theme: Theme, qtbot: QtBot) -> MarkdownView:
    made = MarkdownView(theme)
    qtbot.addWidget(made)
    return made


@pytest.mark.parametrize("source", HOSTILE)
def test_no_tag_and_no_link_of_the_source_survives(source: str) -> None:
    written = rich_text(source, tokens(dark=False))
    assert set(TAGS.findall(written)) <= OURS
    assert not re.search(r"(?i)<img|<script|<style>|javascript:[^&]*['\"]>|href=[\"'](?!https?:|mailto:)", written)


@given(st.text(max_size=300))
def test_whatever_the_text_is_only_our_own_tags_are_written(source: str) -> None:
    written = rich_text(source, tokens(dark=True))
    assert set(TAGS.findall(written)) <= OURS
    assert all(allowed(link) for link in re.findall(r'href="([^"]*)"', written.replace("&amp;", "&")))


@pytest.mark.parametrize("source", HOSTILE)
def test_the_words_are_shown_as_they_are(source: str, view: MarkdownView) -> None:
    view.show_markdown(source)
    shown = view.toPlainText()
    for word in ("script", "alert", "file", "blockquote"):
        if word in source and "](" not in source and "]:" not in source:
            assert word in shown


def test_quotes_within_quotes_are_shown_whatever_their_depth(view: MarkdownView) -> None:
    source = "\n".join(f"{'> ' * depth}level {depth}\n{'> ' * depth}" for depth in range(1, 12)) + "\n\nafter"
    view.show_markdown(source)
    assert [line for line in view.toPlainText().split("\n") if line.startswith(("level", "after"))] == [
        *(f"level {depth}" for depth in range(1, 12)),
        "after",
    ]
    assert rich_text("> " * 19 + "deep", tokens(dark=False)).count("<table") == 4


def test_nothing_is_loaded(view: MarkdownView) -> None:
    for kind in (QTextDocument.ResourceType.ImageResource, QTextDocument.ResourceType.HtmlResource):
        assert view.loadResource(kind, QUrl("file:///etc/passwd")) is None
        assert view.loadResource(kind, QUrl("http://example.org/x.png")) is None


@pytest.mark.parametrize(
    ("link", "fine"),
    [
        ("https://example.org/?a=1&b=2", True),
        ("HTTP://example.org", True),
        ("mailto:a@example.org", True),
        ("file:///etc/passwd", False),
        ("javascript:alert(1)", False),
        ("//example.org", False),
        ("relative", False),
        ("http://[broken", False),
    ],
)
def test_only_http_and_mailto_open(link: str, fine: bool) -> None:  # noqa: FBT001  # a parameter
    assert allowed(link) is fine


def test_a_click_on_anything_else_opens_nothing(view: MarkdownView, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(
        "memento_gui.qt.widgets.markdown_view.QDesktopServices.openUrl", lambda url: opened.append(url.toString())
    )
    view.anchorClicked.emit(QUrl("file:///etc/passwd"))
    view.anchorClicked.emit(QUrl("https://example.org/x"))
    assert opened == ["https://example.org/x"]


def test_a_long_text_is_cut_with_a_note(view: MarkdownView) -> None:
    view.show_markdown("word " * (LONGEST // 5 + 100))
    assert "more characters; Edit shows them" in view.toPlainText()


@pytest.mark.parametrize(
    "source", ["|a|b|\n|-|-|\n" + "|1|2|\n" * 15_000, "- a\n" * 20_000, "> - a\n\n" * 12_000, "a\n\n" * 30_000]
)
def test_a_text_of_countless_parts_is_cut_where_its_blocks_end(source: str, view: MarkdownView) -> None:
    written = rich_text(source, tokens(dark=False))
    for tag in ("table", "tr", "td", "ul", "li", "p", "body"):
        assert len(re.findall(f"<{tag}[ >]", written)) == written.count(f"</{tag}>"), tag
    assert written.count("<") < 3 * MOST_PARTS
    assert written.endswith("… and more; Edit shows it.</p></body>")


def test_a_paragraph_of_countless_marks_is_shown_as_it_is_typed(view: MarkdownView) -> None:
    source = "`a" * 30_000
    view.show_markdown(source)
    assert view.toPlainText() == source


def test_marks_are_dropped_for_readers() -> None:
    assert plain_text("# Title\n\n- **bold** `code` [link](http://x)") == "Title bold code link"


def test_labels_and_tooltips_never_take_text_for_markup(qtbot: QtBot, qapp: QApplication) -> None:
    hostile = "<b>bold</b> & <img src=x>"
    shown = label(hostile)
    elided = ElidedLabel(hostile)
    for widget in (shown, elided):
        qtbot.addWidget(widget)
        assert widget.textFormat().name == "PlainText"
    document = QTextDocument()
    document.setHtml(plain_tip(hostile))
    assert document.toPlainText() == hostile
    assert plain_tip("") == ""
