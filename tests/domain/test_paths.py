"""Paths as people type them."""

from pathlib import Path

from memento_gui.domain.paths import at_home


def test_home_is_the_users_own_and_nobodys_stays_as_it_was_typed() -> None:
    assert at_home(Path("~/memento.db")) == Path.home() / "memento.db"
    assert at_home(Path("~no-such-user-here/memento.db")) == Path("~no-such-user-here/memento.db")
    assert at_home(Path("memento.db")) == Path("memento.db")
