"""What the window remembers is read with care, whatever stands in the file."""

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from memento_gui.qt.settings import Settings


@pytest.fixture
def kept(tmp_path: Path) -> QSettings:
    return QSettings(str(tmp_path / "memento-gui.ini"), QSettings.Format.IniFormat)


def test_only_files_that_can_be_looked_at_are_recent_stores(kept: QSettings, tmp_path: Path) -> None:
    store = tmp_path / "memento.db"
    store.touch()
    settings = Settings(kept)
    settings.put_words("stores", ["/" + "n" * 5000, "nul\0", str(tmp_path), str(tmp_path / "gone.db"), str(store)])
    assert settings.recent_stores() == [store]


@pytest.mark.parametrize("text", ["", "garbage", "5", "null", "{}", '["a"'])
def test_a_list_that_is_none_is_the_default(kept: QSettings, text: str) -> None:
    settings = Settings(kept)
    settings.put("stores", text)
    assert settings.words("stores", ["default"]) == ["default"]
    assert settings.recent_stores() == []


@pytest.mark.parametrize("value", ["@ByteArray(\\xff)", "@Invalid()", "@Size(1 2)"])
def test_a_value_of_a_damaged_file_is_the_default(tmp_path: Path, value: str) -> None:
    path = tmp_path / "memento-gui.ini"
    path.write_text(f"[General]\ntheme={value}\n", encoding="utf-8")
    settings = Settings(QSettings(str(path), QSettings.Format.IniFormat))
    assert settings.text("theme", "system") in {"system", ""}
    assert settings.number("theme", 7) == 7
