"""Labels among falling curves: which box is taken, against the curves' own geometry."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF, QSizeF

from memento_gui.domain.arrays import FloatArray
from memento_gui.qt.plots.placing import apart, best_box, boxes_along, length_inside

SLOPE = (np.array([0.0, 100.0]), np.array([0.0, 100.0]))
"""A line from the upper left corner to the lower right one."""


def boxes(*edges: tuple[float, float, float, float]) -> FloatArray:
    return np.array(edges)


def test_the_length_inside_is_that_of_the_line_in_the_box() -> None:
    found = length_inside(boxes((20, 20, 50, 50), (20, 60, 50, 90), (40, 0, 80, 100), (0, 90, 80, 99)), *SLOPE)
    assert found == pytest.approx([30 * np.sqrt(2), 0.0, 40 * np.sqrt(2), 0.0])


def test_a_curve_that_falls_steeply_through_a_box_is_seen() -> None:
    x, y = np.array([0.0, 10.0, 10.01, 90.0]), np.array([0.0, 1.0, 99.0, 100.0])
    assert length_inside(boxes((5, 40, 30, 55), (12, 40, 30, 55)), x, y) == pytest.approx([15.0, 0.0], abs=0.1)


def test_a_curve_that_never_falls_is_seen_where_it_lies() -> None:
    x, y = np.array([0.0, 100.0]), np.array([10.0, 10.0])
    assert length_inside(boxes((20, 5, 50, 15), (20, 12, 50, 30)), x, y) == pytest.approx([30.0, 0.0])


def test_the_first_box_that_covers_nothing_is_best() -> None:
    choice = boxes((20, 20, 50, 30), (60, 20, 90, 30), (70, 20, 95, 30))
    assert best_box(choice, [], [SLOPE]) == 1
    assert best_box(choice, [QRectF(55, 20, 10, 10)], [SLOPE]) == 2


def test_a_curve_is_rather_covered_than_another_label() -> None:
    assert best_box(boxes((60, 20, 90, 30), (20, 20, 50, 30)), [QRectF(60, 20, 30, 10)], [SLOPE]) == 1


def test_boxes_begin_near_the_point_and_then_follow_the_curve() -> None:
    room = QRectF(0, 0, 100, 100)
    found = boxes_along([QPointF(60, 45), QPointF(10, 45)], QSizeF(20, 10), SLOPE, room)
    assert found[:2].tolist() == [[60, 45, 80, 55], [10, 45, 30, 55]]
    assert np.all((found[:, :2] >= 0) & (found[:, 2:] <= 100))
    assert np.all(length_inside(found[2:], *SLOPE) == 0.0)
    assert len(found) > 10


def test_no_box_lies_where_its_own_curve_does_not_reach() -> None:
    short = (np.array([0.0, 100.0]), np.array([0.0, 30.0]))
    found = boxes_along([QPointF(60, 10)], QSizeF(20, 10), short, QRectF(0, 0, 200, 200))
    assert np.all(found[:, 1] <= 30.0)
    assert np.all(length_inside(found[1:] + np.array([-8.0, -8.0, 8.0, 8.0]), *short) > 0.0)


def test_where_there_is_no_room_at_all_something_is_written_nevertheless() -> None:
    assert len(boxes_along([QPointF(60, 45)], QSizeF(20, 10), SLOPE, QRectF(0, 0, 5, 5))) > 0


def test_heights_that_are_apart_stay_and_others_part_around_their_middle() -> None:
    assert apart([50.0, 10.0, 90.0], 15.0, 0.0, 100.0) == [50.0, 10.0, 90.0]
    assert apart([50.0, 50.0], 15.0, 0.0, 100.0) == [42.5, 57.5]
    assert apart([52.0, 48.0], 15.0, 0.0, 100.0) == [57.5, 42.5]
    assert apart([40.0, 50.0, 60.0], 20.0, 0.0, 100.0) == [30.0, 50.0, 70.0]


def test_heights_stay_between_the_bounds() -> None:
    assert apart([0.0, 2.0, 4.0], 15.0, 0.0, 100.0) == [0.0, 15.0, 30.0]
    assert apart([99.0, 100.0], 15.0, 0.0, 100.0) == [85.0, 100.0]
    assert apart([1.0, 2.0], 15.0, 0.0, 10.0) == [0.0, 15.0]
    assert apart([], 15.0, 0.0, 10.0) == []
