"""Ages and times in words."""

import pytest

from memento_gui.domain.memory import STATUSES, TYPES
from memento_gui.qt.phrases import age_text, meaning_text


@pytest.mark.parametrize(
    ("days", "told"),
    [(-1.0, "< 1 min"), (0.0, "< 1 min"), (1 / 1440, "1 min"), (59.5 / 1440, "59 min"), (0.5, "12 h"), (1.0, "1 d")],
)
def test_an_age_is_told_in_its_largest_unit(days: float, told: str) -> None:
    assert age_text(days) == told


@pytest.mark.parametrize("name", [str(one) for one in (*TYPES, *STATUSES)])
def test_every_type_and_status_is_explained(name: str) -> None:
    assert meaning_text(name).startswith(f"{name.capitalize()}: ")


def test_other_words_are_not_explained() -> None:
    assert meaning_text("deploy") == ""
