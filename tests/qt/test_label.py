"""Labels: whatever they are told to show, they do not set the width of the window."""

from pathlib import Path

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from memento_gui.domain.errors import UnreadableSource
from memento_gui.model.values import ImportReport
from memento_gui.qt.theme import Theme
from memento_gui.qt.transfer.import_preview import ImportPreview, Preview
from memento_gui.qt.widgets.label import label
from memento_gui.qt.widgets.message_bar import MessageBar, message_of

NAME = "x" * 250


def test_a_word_without_end_is_broken_and_read_back_as_it_is(qtbot: QtBot) -> None:
    shown = label(f"Import {NAME}?", wrap=True)
    qtbot.addWidget(shown)
    assert shown.minimumSizeHint().width() < 400
    assert shown.text() == f"Import {NAME}?"
    assert shown.heightForWidth(400) > 3 * shown.fontMetrics().height()


def test_ordinary_words_and_paths_are_copied_as_they_are(qtbot: QtBot) -> None:
    path = str(Path("/home/somebody/memories") / "of a long year" / "2026.jsonl")
    shown = label(path, wrap=True)
    qtbot.addWidget(shown)
    assert "\u200b" not in QLabel.text(shown)


def test_a_message_about_a_file_with_an_endless_name_fits_a_small_window(theme: Theme, qtbot: QtBot) -> None:
    bar = MessageBar(theme, message_of(UnreadableSource(f"{NAME}.md cannot be read. Nothing was imported from {NAME}.")))
    qtbot.addWidget(bar)
    assert bar.minimumSizeHint().width() < 500


def test_the_preview_of_such_a_file_fits_too(qtbot: QtBot) -> None:
    report = ImportReport(source=NAME, format="text", added=0, known=0, relations=0)
    preview = ImportPreview(Preview(report=report))
    qtbot.addWidget(preview)
    assert preview.minimumSizeHint().width() < 500
