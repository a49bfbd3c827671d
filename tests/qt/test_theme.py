"""Theme, tokens and icons: what tokens.md promises holds for the table the program ships."""

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QImage, QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from memento_gui.domain.resources import resources
from memento_gui.qt import icons
from memento_gui.qt.theme import DARK, LIGHT, SYSTEM, Theme, font, style_sheet
from memento_gui.qt.tokens import Tokens, tokens

SURFACES = ("bg_rail", "bg_side", "bg_base", "bg_raised", "bg_hover", "bg_selected", "bg_selected_inactive", "bg_code")
INKS = ("text", "text_secondary", "text_tertiary", "accent_text", "danger", "warning", "ok")


def luminance(colour: QColor) -> float:
    channels = (colour.redF(), colour.greenF(), colour.blueF())
    parts = [c / 12.92 if c <= 0.04045 else float(((c + 0.055) / 1.055) ** 2.4) for c in channels]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: QColor, other: QColor) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("dark", [False, True])
def test_every_ink_is_legible_on_every_surface(*, dark: bool) -> None:
    colours = tokens(dark=dark)
    poor = [
        (ink, surface)
        for ink in INKS
        for surface in SURFACES
        if contrast(colours.colour(ink), colours.colour(surface)) < 4.495
    ]
    assert not poor


@pytest.mark.parametrize("dark", [False, True])
def test_outlines_and_focus_are_visible(*, dark: bool) -> None:
    colours = tokens(dark=dark)
    assert contrast(colours.line_control, colours.bg_base) >= 3
    assert contrast(colours.focus, colours.bg_base) >= 3
    assert contrast(colours.on_accent, colours.accent_hover) >= 4.5


def test_signals_keep_one_colour_in_both_themes() -> None:
    for name in ("relevance", "recency", "importance", "usage", "duplication", "threshold"):
        assert tokens(dark=False).colour(name) == tokens(dark=True).colour(name)


@pytest.mark.parametrize("dark", [False, True])
def test_the_style_sheet_names_only_tokens(*, dark: bool) -> None:
    assert "$" not in style_sheet(tokens(dark=dark))


def test_choosing_a_theme_repaints_the_application(theme: Theme, qapp: QApplication, qtbot: QtBot) -> None:
    with qtbot.waitSignal(theme.changed):
        theme.choose(DARK)
    assert qapp.palette().color(QPalette.ColorRole.Window) == tokens(dark=True).bg_base
    with qtbot.waitSignal(theme.changed):
        theme.choose(LIGHT)
    assert qapp.palette().color(QPalette.ColorRole.Window) == tokens(dark=False).bg_base


def test_the_system_theme_follows_live(theme: Theme, qtbot: QtBot) -> None:
    theme.choose(SYSTEM)
    QGuiApplication.styleHints().setColorScheme(Qt.ColorScheme.Dark)
    qtbot.waitUntil(lambda: theme.tokens.dark == (QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark))
    QGuiApplication.styleHints().setColorScheme(Qt.ColorScheme.Unknown)


def test_numbers_are_tabular() -> None:
    assert font().isFeatureSet(QFont.Tag("tnum"))
    assert font(11).pixelSize() == 11


def drawn(image: QImage) -> list[QColor]:
    pixels = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
    return [pixel for pixel in pixels if pixel.alpha() > 120]


@pytest.mark.parametrize("path", sorted((resources() / "icons").glob("*.svg")), ids=lambda path: str(path.stem))
def test_every_icon_takes_the_colour_it_is_given(path: object, qapp: QApplication) -> None:
    name = str(getattr(path, "stem", ""))
    for ratio in (1.0, 1.5, 2.0):
        pixmap = icons.pixmap(name, QColor("#b3261e"), size=16, ratio=ratio)
        assert pixmap.width() == round(16 * ratio)
        solid = drawn(pixmap.toImage())
        assert solid, f"{name} draws nothing"
        assert all(abs(pixel.red() - 0xB3) < 6 and abs(pixel.green() - 0x26) < 6 for pixel in solid)


def test_icons_are_one_set() -> None:
    for path in (resources() / "icons").glob("*.svg"):
        drawing = path.read_text("utf-8")
        assert 'viewBox="0 0 16 16"' in drawing, path.name
        assert 'stroke-width="1.4"' in drawing, path.name
        assert not re.search(r"#[0-9a-fA-F]{3}", drawing), path.name


def test_an_unknown_token_is_an_error() -> None:
    with pytest.raises(KeyError):
        tokens(dark=False).colour("no_such_colour")
    assert isinstance(tokens(dark=False), Tokens)
