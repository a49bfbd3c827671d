"""The command line, run as a user runs it."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from memento_gui.__main__ import main
from memento_gui.cli import arguments
from memento_gui.domain.clock import FixedClock
from memento_gui.interchange import FORMATS
from memento_gui.model.library import Library
from memento_gui.model.transfer.exporting import EXPORTS

SAMPLES = Path(__file__).parent.parent / "data" / "samples"


def test_an_import_needs_no_qt_prints_its_report_and_adds_nothing_twice(tmp_path: Path) -> None:
    store = tmp_path / "memento.db"
    script = "import sys; sys.modules['PySide6'] = None; from memento_gui.__main__ import main; sys.exit(main())"
    command = [sys.executable, "-c", script, "import", str(SAMPLES / "memento.db"), "--into", str(store)]
    first = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "47 memories added, 0 were there already" in first.stdout
    second = subprocess.run([*command, "--json"], capture_output=True, text=True, check=True)
    assert (json.loads(second.stdout)["added"], json.loads(second.stdout)["known"]) == (0, 47)
    with Library.open(store, clock=FixedClock(0)) as library:
        assert len(library.features()) == 47


@pytest.mark.parametrize("name", ["notes.bin", "absent"])
def test_what_cannot_be_imported_is_said_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    (tmp_path / "notes.bin").write_text("nothing known")
    assert main(["import", str(tmp_path / name), "--into", str(tmp_path / "memento.db")]) == 1
    assert "Nothing was imported" in capsys.readouterr().err


def test_what_is_exported_can_be_imported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store, target, copy = tmp_path / "memento.db", tmp_path / "all.jsonl", tmp_path / "copy.db"
    assert main(["import", str(SAMPLES / "memento.db"), "--into", str(store)]) == 0
    assert main(["export", str(store), "--to", str(target)]) == 0
    assert "47 memories written" in capsys.readouterr().out
    assert main(["import", str(target), "--into", str(copy)]) == 0
    assert "47 memories added" in capsys.readouterr().out
    assert main(["export", str(tmp_path / "absent.db"), "--to", str(target)]) == 1
    assert "There is no store" in capsys.readouterr().err
    assert not (tmp_path / "absent.db").exists()


@pytest.mark.parametrize(
    "command", [["export", "FILE", "--to", "all.jsonl"], ["search", "words", "FILE"], ["--diagnose", "FILE"]]
)
def test_a_command_that_only_reads_makes_no_store_of_an_empty_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    empty = tmp_path / "z.txt"
    empty.touch()
    assert main([str(empty) if word == "FILE" else word for word in command]) == 1
    told = capsys.readouterr()
    assert "the file is empty" in told.out + told.err
    assert empty.stat().st_size == 0
    assert not (tmp_path / "all.jsonl").exists()


def test_a_name_that_tells_no_format_is_asked_about(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store, target = tmp_path / "memento.db", tmp_path / "all.md"
    assert main(["import", str(SAMPLES / "memento.db"), "--into", str(store)]) == 0
    assert main(["export", str(store), "--to", str(target)]) == 1
    assert "choose one with --format" in capsys.readouterr().err
    assert not target.exists()


def test_an_empty_path_is_not_the_folder_one_is_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["import", "", "--into", str(tmp_path / "memento.db")])
    assert stopped.value.code == 2
    assert "a path is empty" in capsys.readouterr().err


def test_an_import_of_which_nothing_could_be_read_has_failed(tmp_path: Path) -> None:
    (tmp_path / "table.csv").write_text("a,b\n1,2\n")
    assert main(["import", str(tmp_path / "table.csv"), "--format", "csv", "--into", str(tmp_path / "memento.db")]) == 1


def test_what_is_added_twice_is_refused_merged_or_added_anyway(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = tmp_path / "memento.db"
    said = "Deploys go out on Tuesdays after the stand-up"
    assert main(["add", said, "--into", str(store), "--tag", "deploy", "--category", "decision"]) == 0
    identity = capsys.readouterr().out.strip()
    assert main(["add", f"{said}.", "--into", str(store)]) == 1
    assert identity in capsys.readouterr().err
    assert main(["add", said, "--into", str(store), "--merge", "--tag", "weekly"]) == 0
    assert "Merged into" in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO(said))
    assert main(["add", "-", "--into", str(store), "--anyway", "--title", "Again"]) == 0
    assert main(["add", "half \ud800", "--into", str(store)]) == 1
    assert "Nothing was saved" in capsys.readouterr().err
    with Library.open(store, clock=FixedClock(0)) as library:
        assert len(library.ids()) == 2
        assert library.get(identity).tags == ("deploy", "weekly")


def test_a_search_prints_ranked_lines_parts_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = tmp_path / "memento.db"
    with Library.open(store, embedder=None) as library:
        first = library.remember("Deploys go out on Tuesdays", title="Deploy day", tags=['5" disk'])
        library.remember("The staging server is called heron")
        library.remember("Deploys were on Fridays once, and nobody liked that")
    script = "import sys; sys.modules['PySide6'] = None; from memento_gui.__main__ import main; sys.exit(main())"
    command = [sys.executable, "-c", script, "search", "deploys tuesdays", str(store), "--limit", "2"]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("  1. 0.")
    assert "Deploy day" in lines[0]

    def said(*words: str, code: int = 0) -> str:
        assert main(["search", *words]) == code
        return "".join(capsys.readouterr())

    told = json.loads(said(r'deploys tag:"5\" disk"', str(store), "--set", "Long memory", "--explain", "--json"))
    [result] = told["results"]
    assert (result["id"], result["headline"], result["rank"]) == (first.id, "Deploy day", 1)
    assert sum(result["parts"].values()) == pytest.approx(result["score"], abs=1e-9)
    explained = said("deploys", str(store), "--explain")
    assert "relevance +0." in explained
    assert "-0.000" not in explained
    assert "type is one of" in said("deploys type:nonsense", str(store))
    assert "Nothing was found" in said("is:pinned", str(store))
    assert "No such set" in said("deploys", str(store), "--set", "No such set", code=1)
    assert "There is no store" in said("deploys", str(tmp_path / "absent.db"), code=1)
    assert not (tmp_path / "absent.db").exists()
    with pytest.raises(SystemExit, match="2"):
        main(["search", "deploys", str(store), "--limit", "0"])


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("memento-gui ")


def test_without_a_display_the_program_says_so_or_renders_every_place(tmp_path: Path) -> None:
    plain = {k: v for k, v in os.environ.items() if k not in {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}}
    environment = plain | {"XDG_CONFIG_HOME": str(tmp_path / "config")}
    refused = subprocess.run(
        [sys.executable, "-m", "memento_gui", "--demo"], capture_output=True, text=True, env=environment, check=False
    )
    assert refused.returncode == 3
    assert "display" in refused.stderr
    tour = tmp_path / "tour"
    command = [sys.executable, "-m", "memento_gui", "--demo", "--without-display", str(tour)]
    rendered = subprocess.run(command, capture_output=True, text=True, env=environment, check=True, timeout=120)
    assert f"no display to show a window on. Rendering every place into {tour} instead." in rendered.stderr
    file = tmp_path / "file"
    file.touch()
    command = [sys.executable, "-m", "memento_gui", "--demo", "--tour", str(file)]
    impossible = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=120)
    assert impossible.returncode == 1
    assert "cannot be a folder for pictures" in impossible.stderr
    pictures = {path.stem for path in tour.glob("*.png")}
    assert {
        f"{place}-{theme}" for place in ("browse", "search", "tune", "review") for theme in ("light", "dark")
    } <= pictures


def test_the_command_line_offers_every_format() -> None:
    assert set(arguments.EXPORTS) == set(EXPORTS)
    assert set(arguments.FORMATS) == set(FORMATS)


@pytest.mark.parametrize("words", ["", " \n\t"])
def test_words_that_say_nothing_are_not_added(tmp_path: Path, capsys: pytest.CaptureFixture[str], words: str) -> None:
    store = tmp_path / "memento.db"
    assert main(["add", words, "--into", str(store)]) == 1
    assert "There are no words to remember." in capsys.readouterr().err
    assert not store.exists()
