"""Starting with the computer: what each system finds where it looks."""

import plistlib
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QSettings

from memento_gui.domain.errors import ExportFailed
from memento_gui.qt.reminders.autostart import Autostart, command, entry_bytes, entry_path

VALIDATOR = shutil.which("desktop-file-validate")
AWKWARD = ["/opt/my python (3)/bin/python", "-m", 'a"b%c$d`e\\f', "it's", "x&y", "50%", "한글"]


def entry(tmp_path: Path, platform: str) -> Autostart:
    return Autostart(platform, home=tmp_path, config=tmp_path / "config")


@pytest.mark.parametrize(
    ("platform", "name"),
    [("linux", "config/autostart/memento-gui.desktop"), ("darwin", "Library/LaunchAgents/memento-gui.plist")],
)
def test_an_entry_is_made_and_removed(tmp_path: Path, platform: str, name: str) -> None:
    made = entry(tmp_path, platform)
    assert not made.on
    made.turn(on=True)
    assert entry(tmp_path, platform).on
    assert b"--in-tray" in (tmp_path / name).read_bytes()
    made.turn(on=False)
    made.turn(on=False)
    assert not entry(tmp_path, platform).on
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_the_desktop_entry_has_what_the_specification_asks(tmp_path: Path) -> None:
    lines = entry_bytes("linux", command("linux", "/usr/bin/python3"), tmp_path).decode().splitlines()
    assert lines[0] == "[Desktop Entry]"
    keys = dict(line.split("=", 1) for line in lines[1:])
    assert keys["Type"] == "Application"
    assert keys["Name"] == "Memento"
    assert keys["Exec"] == "/usr/bin/python3 -m memento_gui --in-tray"
    assert keys["Path"] == str(tmp_path)
    assert keys["Terminal"] == "false"


@pytest.mark.skipif(VALIDATOR is None, reason="desktop-file-utils is not installed")
def test_the_validator_of_desktop_files_finds_nothing(tmp_path: Path) -> None:
    for number, words in enumerate((command("linux"), AWKWARD)):
        path = tmp_path / f"memento{number}.desktop"
        path.write_bytes(entry_bytes("linux", words, tmp_path / "a folder"))
        result = subprocess.run([VALIDATOR or "", path], capture_output=True, text=True, check=False)
        assert (result.returncode, result.stdout + result.stderr) == (0, "")


def launched(content: bytes) -> list[str]:
    """Return the words of a desktop entry's Exec line: unescaped as a string, read by a shell, percent signs halved."""
    line = next(line for line in content.decode().split("\n") if line.startswith("Exec="))[5:]
    plain = line.replace("\\\\", "\0").replace("\\n", "\n").replace("\\t", "\t").replace("\0", "\\")
    read = subprocess.run(["/bin/sh", "-c", f"printf '%s\\0' {plain}"], capture_output=True, check=True).stdout
    return [word.replace("%%", "%") for word in read.decode().split("\0")[:-1]]


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["C"], include_characters="\n\t"), max_size=12)


needs_sh = pytest.mark.skipif(not Path("/bin/sh").exists(), reason="there is no shell to read the line")


@needs_sh
@given(st.lists(WORDS, min_size=1, max_size=5))
@settings(max_examples=40, deadline=None)
def test_any_command_is_launched_as_it_is(words: list[str]) -> None:
    assert launched(entry_bytes("linux", words)) == words


@needs_sh
def test_awkward_paths_are_launched_as_they_are() -> None:
    assert launched(entry_bytes("linux", AWKWARD)) == AWKWARD


def test_a_launch_agent_is_a_property_list(tmp_path: Path) -> None:
    read = plistlib.loads(entry_bytes("darwin", AWKWARD, tmp_path))
    assert read == {
        "Label": "memento-gui",
        "ProgramArguments": AWKWARD,
        "RunAtLoad": True,
        "WorkingDirectory": str(tmp_path),
    }
    assert entry_path("darwin", home=tmp_path, config=tmp_path) == tmp_path / "Library/LaunchAgents/memento-gui.plist"


def test_windows_keeps_one_line_in_its_registry(tmp_path: Path) -> None:
    def registry() -> QSettings:
        return QSettings(str(tmp_path / "registry.ini"), QSettings.Format.IniFormat)

    made = Autostart("win32", registry=registry())
    assert not made.on
    made.turn(on=True)
    del made
    kept = registry()
    line = kept.value("memento-gui")
    assert line == subprocess.list2cmdline(command("win32"))
    assert Autostart("win32", registry=kept).on
    Autostart("win32", registry=kept).turn(on=False)
    assert not kept.contains("memento-gui")
    assert entry_path("win32", home=tmp_path, config=tmp_path) is None


def test_windows_starts_without_a_console_where_python_can(tmp_path: Path) -> None:
    python = tmp_path / "python.exe"
    assert command("win32", str(python))[0] == str(python)
    (tmp_path / "pythonw.exe").touch()
    assert command("win32", str(python))[0] == str(tmp_path / "pythonw.exe")
    assert command("linux", str(python))[0] == str(python)


def test_an_entry_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "autostart").write_text("a file, not a folder", encoding="utf-8")
    with pytest.raises(ExportFailed, match="could not be changed"):
        Autostart("linux", home=tmp_path, config=tmp_path).turn(on=True)
