"""Ages and times in words."""

import pytest

from memento_gui.qt.phrases import age_text


@pytest.mark.parametrize(
    ("days", "told"),
    [(-1.0, "< 1 min"), (0.0, "< 1 min"), (1 / 1440, "1 min"), (59.5 / 1440, "59 min"), (0.5, "12 h"), (1.0, "1 d")],
)
def test_an_age_is_told_in_its_largest_unit(days: float, told: str) -> None:
    assert age_text(days) == told
