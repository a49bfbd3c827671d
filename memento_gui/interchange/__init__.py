"""Foreign formats: files become memories, and back."""

from memento_gui.interchange.environment_files import from_environment, is_environment, variables
from memento_gui.interchange.imported import (
    FORMATS,
    MARKDOWN_NOTES,
    MCP_KNOWLEDGE_GRAPH,
    MEMENTO_CSV,
    MEMENTO_JSONL,
    Imported,
    Problem,
)
from memento_gui.interchange.knowledge_graph import graph_lines
from memento_gui.interchange.markdown_notes import notes_of
from memento_gui.interchange.memento_csv import csv_lines
from memento_gui.interchange.memento_jsonl import Entry, jsonl_lines
from memento_gui.interchange.parameter_files import from_toml, to_toml
from memento_gui.interchange.reading import detect, read

__all__ = [
    "FORMATS",
    "MARKDOWN_NOTES",
    "MCP_KNOWLEDGE_GRAPH",
    "MEMENTO_CSV",
    "MEMENTO_JSONL",
    "Entry",
    "Imported",
    "Problem",
    "csv_lines",
    "detect",
    "from_environment",
    "from_toml",
    "graph_lines",
    "is_environment",
    "jsonl_lines",
    "notes_of",
    "read",
    "to_toml",
    "variables",
]
