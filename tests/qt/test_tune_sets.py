"""Renaming and duplicating parameter sets from the set chooser's menu, each one step that can be undone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from memento_gui.domain.errors import StaleEdit, UnknownName, UnreadableSource
from memento_gui.domain.parameters import ParameterSet
from memento_gui.model.library import Library
from memento_gui.qt.places.tune import TunePlace
from memento_gui.qt.widgets.message_bar import Message
from tests.qt.standing import Stand

ALPHA = "ranking.relevance"
MINE = ParameterSet().with_value(ALPHA, 0.7)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "memento.db") as opened:
        opened.remember("text")
        opened.parameter_sets.save("Mine", MINE)
        yield opened


@pytest.fixture
def place(library: Library, stand: Stand) -> TunePlace:
    made = stand(TunePlace, library, 1376, 860)
    made.enter()
    return made


def own_sets(library: Library) -> list[str]:
    return [name for name, built_in in library.parameter_sets.names() if not built_in]


def choose(place: TunePlace, entry: str) -> None:
    place.side.chooser.choices[entry].trigger()


def test_a_set_is_renamed_and_unsaved_turns_stay(place: TunePlace, library: Library) -> None:
    place._turn(ALPHA, 0.9, "")
    choose(place, "Rename Mine…")
    dialog = place.set_desk.dialog
    assert dialog is not None
    assert (dialog.name, dialog.save.isEnabled()) == ("Mine", False)
    dialog.field.setText("Ours")
    dialog.save.click()
    assert (own_sets(library), library.parameter_sets.active_name()) == (["Ours"], "Ours")
    assert library.parameters() == MINE
    assert place.side.chooser.shown == "Ours, edited"
    assert place.context.state.parameters.value(ALPHA) == 0.9
    place.context.undo.undo()
    assert (own_sets(library), library.parameter_sets.active_name()) == (["Mine"], "Mine")
    assert place.side.chooser.shown == "Mine, edited"
    place.context.undo.redo()
    assert (own_sets(library), place.side.chooser.shown) == (["Ours"], "Ours, edited")


@pytest.mark.parametrize("name", ["m1", "Long Memory", "OTHER", " ", "Mine"])
def test_names_that_cannot_be_taken_are_refused(place: TunePlace, library: Library, name: str) -> None:
    library.parameter_sets.save("Other", MINE)
    library.parameter_sets.use("Mine")
    place.sets.adopt()
    place.rename_set()
    dialog = place.set_desk.dialog
    assert dialog is not None
    dialog.field.setText(name)
    assert not dialog.save.isEnabled()
    dialog.reject()
    if name != "Mine":
        with pytest.raises(UnknownName, match="choose a name"):
            library.parameter_sets.rename_edit("Mine", name)


def test_a_name_can_change_its_case_alone(place: TunePlace, library: Library) -> None:
    place.sets.rename("mine")
    assert own_sets(library) == ["mine"]


def test_a_set_changed_elsewhere_is_not_renamed(library: Library) -> None:
    edit = library.parameter_sets.rename_edit("Mine", "Ours")
    library.parameter_sets.save("Mine", MINE.with_value(ALPHA, 0.2))
    with pytest.raises(StaleEdit):
        library.apply(edit)
    assert own_sets(library) == ["Mine"]


def test_a_set_that_is_not_in_use_keeps_out_of_use_when_renamed(library: Library) -> None:
    library.parameter_sets.use("M1")
    library.apply(library.parameter_sets.rename_edit("Mine", "Ours"))
    assert (own_sets(library), library.parameter_sets.active_name()) == (["Ours"], "M1")
    with pytest.raises(UnknownName, match="no saved set"):
        library.parameter_sets.rename_edit("M1", "Ours too")


def test_a_built_in_set_keeps_its_name_and_says_what_to_do(place: TunePlace) -> None:
    choose(place, "M1")
    assert "Rename M1…" not in place.side.chooser.choices
    told: list[object] = []
    place.reported.connect(told.append)
    place.rename_set()
    (message,) = told
    assert isinstance(message, Message)
    assert message.text.startswith("M1 is built in")
    assert place.set_desk.dialog is None


def test_a_set_is_duplicated_with_its_saved_numbers(place: TunePlace, library: Library) -> None:
    place._turn(ALPHA, 0.9, "")
    choose(place, "Duplicate Mine")
    assert own_sets(library) == ["Mine", "Mine copy"]
    assert library.parameters() == MINE
    assert place.side.chooser.shown == "Mine copy, edited"
    assert place.context.undo.undo_label == "Duplicate set Mine"
    place.context.undo.undo()
    assert (own_sets(library), place.side.chooser.shown) == (["Mine"], "Mine, edited")
    assert place.context.state.parameters.value(ALPHA) == 0.9


def test_a_built_in_set_is_duplicated_twice(place: TunePlace, library: Library) -> None:
    choose(place, "M1")
    place.duplicate_set()
    choose(place, "M1")
    place.duplicate_set()
    assert own_sets(library) == ["M1 copy", "M1 copy 2", "Mine"]
    assert library.parameters() == ParameterSet()


def test_two_saves_under_one_name_are_undone_with_the_unsaved_numbers_of_each(place: TunePlace) -> None:
    """What was unsaved before the first save is not what was unsaved before the second."""
    state, undo = place.context.state, place.context.undo
    seen = []
    for alpha, name in ((0.9, "New"), (0.8, "New"), (0.2, "Other")):
        place._turn(ALPHA, alpha, "")
        seen.append((state.set_name, state.saved, state.parameters))
        place.sets.save(name)
        seen.append((state.set_name, state.saved, state.parameters))
    place.sets.use("M1")
    place.sets.use("New")
    place.sets.delete()
    depth = undo.depth
    undo.go_to(depth - 3)
    for before in reversed(seen[:-1]):
        undo.undo()
        assert (state.set_name, state.saved, state.parameters) == before
    for after in seen[1:]:
        undo.redo()
        assert (state.set_name, state.saved, state.parameters) == after


def test_unsaved_turns_stay_when_another_program_deletes_the_set(place: TunePlace, library: Library) -> None:
    place._turn(ALPHA, 0.9, "")
    library.parameter_sets.delete("Mine")
    place.sets.adopt()
    assert place.side.chooser.shown == "M1, edited"
    assert place.context.state.parameters == MINE.with_value(ALPHA, 0.9)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("mine.toml", b"\xef\xbb\xbf[decay]\r\nbeta = 0.7\r\n"),
        ("mine.env", b'\xef\xbb\xbf# ours\r\nexport CORTEXGRAPH_DECAY_BETA="0.7" # more\r\n'),
    ],
)
def test_files_of_other_systems_are_read(place: TunePlace, tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    place.sets.read(tmp_path / name)
    assert place.context.state.parameters == ParameterSet().with_value("decay.beta", 0.7)
    assert place.side.chooser.shown == "mine 2"


def test_names_that_are_no_parameter_are_listed_and_counted(place: TunePlace, tmp_path: Path) -> None:
    keys = "\n".join(f"key{number:02} = 1" for number in range(23))
    (tmp_path / "odd.toml").write_text(f"{keys}\n[decay]\nbeta = 0.7\n")
    told: list[object] = []
    place.reported.connect(told.append)
    place.sets.read(tmp_path / "odd.toml")
    (message,) = told
    assert isinstance(message, Message)
    assert "key00, key01" in message.detail
    assert message.detail.endswith("key19 and 3 more.")


def test_writing_a_set_that_another_program_deleted_is_told(place: TunePlace, library: Library, tmp_path: Path) -> None:
    library.parameter_sets.delete("Mine")
    told: list[object] = []
    place.reported.connect(told.append)
    place.sets.write(tmp_path / "mine.toml")
    assert [type(one) for one in told] == [UnknownName]
    assert not (tmp_path / "mine.toml").exists()


def test_the_environment_s_variables_become_a_set(place: TunePlace, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []
    place.reported.connect(told.append)
    place.import_variables()
    monkeypatch.setenv("CORTEXGRAPH_DECAY_BETA", "0.7")
    monkeypatch.setenv("CORTEXGRAPH_COLOUR", "red")
    place.import_variables()
    assert place.side.chooser.shown == "CortexGraph"
    assert place.context.state.parameters == ParameterSet().with_value("decay.beta", 0.7)
    refused, read = told
    assert isinstance(refused, UnreadableSource)
    assert isinstance(read, Message)
    assert "CORTEXGRAPH_COLOUR" in read.detail
    place.context.undo.undo()
    assert place.side.chooser.shown == "Mine"
