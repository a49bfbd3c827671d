"""Foreign formats: files become memories, and back."""

from memento_gui.interchange.cortexgraph.database import write_cortexgraph_store
from memento_gui.interchange.cortexgraph.jsonl import cortexgraph_files
from memento_gui.interchange.cortexgraph.notes import cortexgraph_notes
from memento_gui.interchange.environment_files import from_environment, is_environment, unread_lines, variables
from memento_gui.interchange.imported import (
    CORTEXGRAPH_JSONL,
    CORTEXGRAPH_SQLITE,
    CORTEXGRAPH_VAULT,
    FORMATS,
    MARKDOWN_NOTES,
    MCP_KNOWLEDGE_GRAPH,
    MEMENTO_CSV,
    MEMENTO_JSONL,
    MEMENTO_MCP_SQLITE,
    Imported,
    Problem,
)
from memento_gui.interchange.knowledge_graph import graph_lines
from memento_gui.interchange.losses import WITHOUT_TRASH, losses
from memento_gui.interchange.markdown_notes import notes_of
from memento_gui.interchange.memento_csv import csv_lines
from memento_gui.interchange.memento_jsonl import Entry, jsonl_lines
from memento_gui.interchange.memento_mcp_writing import write_mcp_store
from memento_gui.interchange.parameter_files import from_toml, names_parameter, to_toml
from memento_gui.interchange.reading import detect, read

__all__ = [
    "CORTEXGRAPH_JSONL",
    "CORTEXGRAPH_SQLITE",
    "CORTEXGRAPH_VAULT",
    "FORMATS",
    "MARKDOWN_NOTES",
    "MCP_KNOWLEDGE_GRAPH",
    "MEMENTO_CSV",
    "MEMENTO_JSONL",
    "MEMENTO_MCP_SQLITE",
    "WITHOUT_TRASH",
    "Entry",
    "Imported",
    "Problem",
    "cortexgraph_files",
    "cortexgraph_notes",
    "csv_lines",
    "detect",
    "from_environment",
    "from_toml",
    "graph_lines",
    "is_environment",
    "jsonl_lines",
    "losses",
    "names_parameter",
    "notes_of",
    "read",
    "to_toml",
    "unread_lines",
    "variables",
    "write_cortexgraph_store",
    "write_mcp_store",
]
