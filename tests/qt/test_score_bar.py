"""The stacked score bar, pixel by pixel where it matters."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from memento_gui.qt.tokens import Tokens, tokens
from memento_gui.qt.widgets.score_bar import ScoreBar, paint_bar

WIDTH, HEIGHT = 200, 14


@pytest.fixture
def colours(qapp: QApplication) -> Tokens:
    return tokens(dark=False)


def painted(bar: ScoreBar, colours: Tokens) -> QImage:
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
    image.fill(colours.bg_base)
    painter = QPainter(image)
    paint_bar(painter, QRectF(0, 2, WIDTH, 10), bar, colours, colours.bg_base)
    painter.end()
    return image


def row(image: QImage, y: int = 7) -> list[QColor]:
    return [image.pixelColor(x, y) for x in range(WIDTH)]


def test_parts_stand_in_order_with_a_gap_and_the_rest_is_track(colours: Tokens) -> None:
    image = painted(ScoreBar(parts=(("relevance", 0.25), ("recency", 0.25))), colours)
    pixels = row(image)
    assert pixels[10] == colours.relevance
    assert pixels[49] == colours.bg_base
    assert pixels[60] == colours.recency
    assert pixels[99] == colours.recency
    assert pixels[120] == colours.bg_track


def test_solid_length_is_the_score_and_the_rest_up_to_p_is_hatched(colours: Tokens) -> None:
    image = painted(ScoreBar(parts=(("relevance", 0.5), ("usage", 0.1)), taken=0.2), colours)
    pixels = row(image)
    assert pixels[70] == colours.relevance
    assert all(pixel != colours.relevance for pixel in pixels[81:])
    assert all(pixel != colours.usage for pixel in pixels)
    assert pixels[80] == colours.duplication
    assert pixels[119] == colours.duplication
    assert pixels[130] == colours.bg_track


def test_a_negative_score_is_an_empty_outline_from_zero_to_p(colours: Tokens) -> None:
    image = painted(ScoreBar(parts=(("recency", 0.1),), taken=0.3, tick=True), colours)
    pixels = row(image)
    assert all(pixel != colours.recency for pixel in pixels)
    assert all(pixel != colours.text for pixel in pixels)
    assert pixels[0] == colours.duplication
    assert pixels[19] == colours.duplication
    assert pixels[25] == colours.bg_track


def test_zero_draws_nothing_and_next_to_nothing_draws_a_pixel(colours: Tokens) -> None:
    nothing = row(painted(ScoreBar(parts=(("usage", 0.0),)), colours))
    assert all(pixel == colours.bg_track for pixel in nothing)
    little = row(painted(ScoreBar(parts=(("usage", 0.0001),)), colours))
    assert little[0] == colours.usage
    assert little[1] == colours.bg_track


def test_the_tick_and_the_threshold_stand_over_the_bar(colours: Tokens) -> None:
    image = painted(ScoreBar(parts=(("relevance", 0.5),), tick=True, thresholds=(0.25,)), colours)
    assert image.pixelColor(99, 0) == colours.text
    assert image.pixelColor(100, 13) == colours.text
    threshold = image.pixelColor(50, 0)
    assert threshold != colours.bg_base
    assert abs(threshold.red() - colours.threshold.red()) < 40
    assert image.pixelColor(48, 7) == colours.bg_base


def test_a_result_below_the_threshold_is_faded(colours: Tokens) -> None:
    full = row(painted(ScoreBar(parts=(("usage", 0.5),)), colours))[10]
    faded = row(painted(ScoreBar(parts=(("usage", 0.5),), faded=True), colours))[10]
    assert faded.lightness() > full.lightness()


def test_full_width_is_the_score_it_is_told(colours: Tokens) -> None:
    image = painted(ScoreBar(parts=(("usage", 0.25),), full=0.5), colours)
    assert row(image)[99] == colours.usage
    assert row(image)[101] == colours.bg_track
