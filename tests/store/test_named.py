"""What is kept by name or in a log."""

import math

import pytest

from memento_gui.domain.clock import FixedClock
from memento_gui.domain.errors import InvalidMemory, UnknownName
from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.presets import BUILT_IN, LONG_MEMORY
from memento_gui.store import SavedSearch, Store
from memento_gui.store.named import KEPT_MEASUREMENTS


def test_a_setting_is_kept_changed_and_removed(store: Store) -> None:
    assert store.setting("theme") is None
    for value in ("dark", "light", ""):
        with store.transaction() as writer:
            writer.put_setting("theme", value)
        assert store.setting("theme") == value
    with store.transaction() as writer:
        writer.put_setting("theme", None)
        writer.put_setting("theme", None)
    assert store.setting("theme") is None
    with pytest.raises(InvalidMemory, match="NUL"), store.transaction() as writer:
        writer.put_setting("theme", "\0")


def test_parameter_sets_come_back_whole(store: Store) -> None:
    never = (
        ParameterSet().with_value("recency.half_life.semantic", math.inf).with_value("importance.project_boost", {"p": 0.1})
    )
    sets = {"Zuhause": BUILT_IN[LONG_MEMORY], 'it\'s "never"': never}
    with store.transaction() as writer:
        writer.put_parameter_set("Zuhause", ParameterSet().to_mapping())
        for name, numbers in sets.items():
            writer.put_parameter_set(name, numbers.to_mapping())
    assert list(store.parameter_sets()) == sorted(sets)
    for name, mapping in store.parameter_sets().items():
        assert ParameterSet.from_mapping(mapping) == (sets[name], [])
    with store.transaction() as writer:
        writer.remove_parameter_set("Zuhause")
    with pytest.raises(UnknownName, match="no parameter set 'Zuhause'"), store.transaction() as writer:
        writer.remove_parameter_set("Zuhause")
    with pytest.raises(InvalidMemory), store.transaction() as writer:
        writer.put_parameter_set("", {})


def test_saved_searches_keep_their_order(store: Store) -> None:
    first, second = SavedSearch(name="b", query="tag:auth -draft", position=0), SavedSearch(name="a", query="x", position=1)
    with store.transaction() as writer:
        writer.put_saved_search(second)
        writer.put_saved_search(first)
    assert store.saved_searches() == [first, second]
    moved = SavedSearch(name="b", query="y", position=2)
    with store.transaction() as writer:
        writer.put_saved_search(moved)
    assert store.saved_searches() == [second, moved]
    with store.transaction() as writer:
        writer.remove_saved_search("a")
    with pytest.raises(UnknownName, match="no saved search 'a'"), store.transaction() as writer:
        writer.remove_saved_search("a")
    assert store.saved_searches() == [moved]


def test_errors_are_kept_until_they_are_resolved(store: Store, clock: FixedClock) -> None:
    with store.transaction() as writer:
        writer.add_error(place="search", sentence="No model.", detail="a\0b\ud800")
    clock.advance(days=1)
    with store.transaction() as writer:
        writer.add_error(place="store", sentence="Full.")
    newest, oldest = store.errors()
    assert (newest.place, newest.sentence, newest.detail, newest.resolved_ms) == ("store", "Full.", "", None)
    assert oldest.detail == "a\N{REPLACEMENT CHARACTER}b?"
    assert newest.happened_ms - oldest.happened_ms == 86_400_000
    with store.transaction() as writer:
        writer.resolve_error(oldest.number)
    assert store.errors() == [newest]
    assert [error.resolved_ms for error in store.errors(resolved=True)] == [clock.now_ms()]
    with pytest.raises(UnknownName, match="no error number 99"), store.transaction() as writer:
        writer.resolve_error(99)


def test_timings_are_kept_and_the_oldest_of_a_kind_go(store: Store, clock: FixedClock) -> None:
    with store.transaction() as writer:
        writer.add_measurement("embed", 1.5)
        for number in range(KEPT_MEASUREMENTS + 3):
            writer.add_measurement("search", float(number))
    kept = [measurement.value for measurement in store.measurements("search")]
    assert kept == [float(number) for number in range(3, KEPT_MEASUREMENTS + 3)]
    assert [(one.name, one.value, one.measured_ms) for one in store.measurements("embed")] == [
        ("embed", 1.5, clock.now_ms())
    ]
    with pytest.raises(InvalidMemory, match=r"metric\.value"), store.transaction() as writer:
        writer.add_measurement("search", float("nan"))
