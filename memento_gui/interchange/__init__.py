"""Foreign formats: files become memories, and back."""

from memento_gui.interchange.imported import FORMATS, Imported, Problem
from memento_gui.interchange.memento_jsonl import Entry, jsonl_lines
from memento_gui.interchange.parameter_files import from_toml, to_toml
from memento_gui.interchange.reading import detect, read

__all__ = ["FORMATS", "Entry", "Imported", "Problem", "detect", "from_toml", "jsonl_lines", "read", "to_toml"]
