"""The commands without a window, run as a user runs them."""

import json
import subprocess
import sys
from pathlib import Path

from memento_gui.cli.commands import program_version, run
from memento_gui.domain.clock import FixedClock
from memento_gui.model.library import Library

SAMPLES = Path(__file__).parent.parent / "data" / "samples"


def test_an_import_prints_its_report_and_the_memories_are_there(tmp_path: Path) -> None:
    store = tmp_path / "new folder" / "memento.db"
    script = (
        "import sys; sys.modules['PySide6'] = None; from memento_gui.cli.commands import run; sys.exit(run(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", script, "import", str(SAMPLES / "memento.db"), "--into", str(store)]
    first = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "47 memories added, 0 were there already" in first.stdout
    second = subprocess.run([*command, "--json"], capture_output=True, text=True, check=True)
    assert (json.loads(second.stdout)["added"], json.loads(second.stdout)["known"]) == (0, 47)
    with Library.open(store, clock=FixedClock(0)) as library:
        assert len(library.features()) == 47


def test_what_cannot_be_imported_is_said_in_a_sentence(tmp_path: Path, capsys) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "notes.txt").write_text("nothing known")
    assert run(["import", str(tmp_path / "notes.txt"), "--into", str(tmp_path / "memento.db")]) == 1
    assert "Nothing was imported" in capsys.readouterr().err
    assert run(["import", str(tmp_path / "absent"), "--into", str(tmp_path / "memento.db")]) == 1


def test_version_and_diagnosis_say_what_is_installed(tmp_path: Path, capsys) -> None:  # type: ignore[no-untyped-def]
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"memento-gui {program_version()}\n"
    with Library.open(tmp_path / "memento.db") as library:
        library.remember("one")
    assert run(["--diagnose", str(tmp_path / "memento.db")]) == 0
    assert "1 memories, 0 of them in the trash; can be written" in capsys.readouterr().out
    assert run(["--diagnose", str(tmp_path / "absent.db")]) == 0
    assert "not there yet" in capsys.readouterr().out


def test_anything_else_is_for_the_window() -> None:
    assert run([]) is None
    assert run(["memento.db"]) is None
