"""A plot's files and its cross-hair: what they say is what the curves are."""

import csv
import io
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from memento_gui.domain.errors import ExportFailed
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.decay import decay_factor
from memento_gui.qt.plots.cross_hair import CrossHair
from memento_gui.qt.plots.decay_plot import DecayPlot
from memento_gui.qt.plots.exporting import as_csv, as_svg, save_plot
from memento_gui.qt.theme import Theme

M1 = ParameterSet()


@pytest.fixture
def plot(theme: Theme, qtbot: QtBot) -> DecayPlot:
    made = DecayPlot(theme)
    qtbot.addWidget(made)
    made.resize(500, 300)
    with qtbot.waitExposed(made):
        made.show()
    made.show_parameters(M1, M1)
    return made


def test_numbers_are_the_curves(plot: DecayPlot) -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(plot).decode())))
    assert {row["curve"] for row in rows} == set(plot.shown_curves) >= {"power_law", "exponential", "two_component"}
    for name in plot.shown_curves:
        x, y = plot.curve(name)
        written = [(float(row["x"]), float(row["y"])) for row in rows if row["curve"] == name]
        assert written == list(zip(x.tolist(), y.tolist(), strict=True))


def test_a_picture_and_a_drawing_can_be_read_again(plot: DecayPlot, tmp_path: Path) -> None:
    save_plot(plot, tmp_path / "decay.png")
    picture = QImage(str(tmp_path / "decay.png"))
    assert (picture.width(), picture.height()) == (1000, 600)
    assert len({picture.pixelColor(x, 300).name() for x in range(0, 1000, 5)}) > 1
    save_plot(plot, tmp_path / "decay.svg")
    drawing = QSvgRenderer(str(tmp_path / "decay.svg"))
    assert drawing.isValid()
    assert drawing.viewBox() == QRect(0, 0, 500, 300)


def test_lines_of_a_drawing_need_no_program_that_knows_pens_of_the_screen(plot: DecayPlot) -> None:
    """A cosmetic pen is written as one that does not scale: read by others, its lines are as thick as the plot is wide."""
    kept = "{http://www.w3.org/2000/svg}"
    groups = ET.fromstring(as_svg(plot)).iter(f"{kept}g")  # noqa: S314  # what was just written
    drawn = [group for group in groups if group.get("stroke") == plot.colours.text.name() and group.findall(f"{kept}path")]
    lines = [group for group in drawn if group.get("stroke-width") in {"1.5", "2.5"}]
    assert len(lines) == 3, "the three models"
    assert {group.get("transform") for group in lines} == {"matrix(1,0,0,1,0,0)"}
    ends = [path.get("d", "").split("L")[-1].split(",") for group in lines for path in group.findall(f"{kept}path")]
    right, _ = plot.pixels(x=plot.ground.x_span.high)
    assert [float(x) for x, _ in ends] == pytest.approx([right] * 3, abs=1.0)


def test_a_file_that_cannot_be_written_is_said(plot: DecayPlot, tmp_path: Path) -> None:
    with pytest.raises(ExportFailed, match="could not be written"):
        save_plot(plot, tmp_path / "absent" / "decay.png")


def test_the_cross_hair_says_what_the_curves_are_there(plot: DecayPlot) -> None:
    hair = CrossHair(plot, {"power_law": "Power law", "exponential": "Exponential"})
    middle = plot.area.center().toPoint()
    QTest.mouseMove(plot._view.viewport(), middle)
    days = plot.ground.x_span.high * (middle.x() - plot.area.left()) / plot.area.width()
    lines = hair.text.splitlines()
    assert lines[0] == f"{days:.1f} d"
    value = float(lines[1].removeprefix("Power law"))
    assert value == pytest.approx(float(decay_factor(days, M1.decay)), abs=0.002)
    QTest.mouseMove(plot._view.viewport(), QPoint(2, 2))
    assert hair.text == ""
