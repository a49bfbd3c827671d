"""The command line of ``memento-gui``, taken apart; nothing but plain values is imported for it."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from memento_gui.domain.memory import CATEGORIES, TYPES, Category, MemoryType

PROGRAM = "memento-gui"
THEMES = ("system", "light", "dark")
FORMATS = (
    "memento-jsonl",
    "csv",
    "cortexgraph-jsonl",
    "cortexgraph-sqlite",
    "memento-mcp-sqlite",
    "knowledge-graph",
    "cortexgraph-vault",
    "markdown",
    "text",
)
EXPORTS = (
    "memento-jsonl",
    "csv",
    "knowledge-graph",
    "markdown",
    "cortexgraph-jsonl",
    "cortexgraph-sqlite",
    "cortexgraph-vault",
    "memento-mcp-sqlite",
)

_DESCRIPTION = """\
See, tune and rehearse what your AI assistant remembers.

  memento-gui [STORE]                     open the window, on a store
  memento-gui add TEXT --into STORE       remember something, unless it is remembered already
  memento-gui search QUERY STORE          rank memories for a question, without a window
  memento-gui import SOURCE --into STORE  import another system's memories, without a window
  memento-gui export STORE --to FILE      write a store's memories in a format of your choice, without a window
"""
_EXIT_CODES = """\
Exit codes: 0 done, 1 it could not be done (the sentence says why and what was kept), 2 the command line is wrong,
3 there is no display."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowArguments:
    """Open the window. ``without_display`` is the folder for the tour where there is no display."""

    store: Path | None = None
    demo: bool = False
    theme: str = ""
    tour: Path | None = None
    without_display: Path | None = None
    in_tray: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AddArguments:
    """Write a new memory. What repeats an old one is refused, unless it is to be added ``anyway`` or to ``merge``."""

    text: str
    into: Path
    title: str = ""
    type: str = "episodic"
    category: str = "other"
    tags: tuple[str, ...] = ()
    project: str = ""
    anyway: bool = False
    merge: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchArguments:
    """Print what a query finds. ``set`` names a parameter set; by default the store's active one ranks."""

    query: str
    store: Path
    limit: int = 10
    set: str = ""
    explain: bool = False
    json: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportArguments:
    """Import a file or folder into a store."""

    source: Path
    into: Path
    format: str | None = None
    update: bool = False
    json: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportArguments:
    """Write a store's memories into a file."""

    store: Path
    to: Path
    format: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionArguments:
    """Print the version."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiagnoseArguments:
    """Print versions, paths, display and, if a store is named, its state."""

    store: Path | None = None


HeadlessArguments = AddArguments | SearchArguments | ImportArguments | ExportArguments | DiagnoseArguments
Arguments = WindowArguments | HeadlessArguments | VersionArguments


def _path(text: str) -> Path:
    """Return a path; an empty one would be the folder that one happens to be in."""
    if not text.strip():
        raise argparse.ArgumentTypeError("a path is empty; nothing was done")
    return Path(text)


def parse(words: Sequence[str]) -> Arguments:
    """Return what the command line asks for; prints help or a usage message and exits where it must."""
    if words and words[0] == "add":
        return _parse_add(words[1:])
    if words and words[0] == "search":
        return _parse_search(words[1:])
    if words and words[0] == "import":
        return _parse_import(words[1:])
    if words and words[0] == "export":
        return _parse_export(words[1:])
    return _parse_window(words)


def _parse_add(words: Sequence[str]) -> AddArguments:
    parser = argparse.ArgumentParser(
        prog=f"{PROGRAM} add",
        description="Remember something. A text that says what a memory says already is not written: the memory is named.",
        epilog=_EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("text", metavar="TEXT", help="what is to be remembered; - reads it from the standard input")
    parser.add_argument("--into", type=_path, required=True, metavar="STORE", help="the store; it is made if there is none")
    parser.add_argument("--title", default="", help="its title; without one its first line stands for it")
    parser.add_argument("--type", choices=[kind.value for kind in TYPES], default=MemoryType.EPISODIC.value)
    parser.add_argument("--category", choices=[one.value for one in CATEGORIES], default=Category.OTHER.value)
    parser.add_argument("--tag", action="append", default=[], metavar="TAG", help="a tag; may be given several times")
    parser.add_argument("--project", default="")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--anyway", action="store_true", help="write it even if it is remembered already")
    instead.add_argument("--merge", action="store_true", help="put it into the memory that it repeats, if there is one")
    given = parser.parse_args(words)
    return AddArguments(
        text=given.text,
        into=given.into,
        title=given.title,
        type=given.type,
        category=given.category,
        tags=tuple(given.tag),
        project=given.project,
        anyway=given.anyway,
        merge=given.merge,
    )


def _parse_search(words: Sequence[str]) -> SearchArguments:
    parser = argparse.ArgumentParser(
        prog=f"{PROGRAM} search",
        description="Rank memories for a question, as Search does: words rank, tag:auth, type:semantic, -word and"
        ' "a phrase" filter. Put -- before a query that begins with a minus.',
        epilog=_EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("query", metavar="QUERY", help="the question, as one argument")
    parser.add_argument("store", type=_path, metavar="STORE", help="the store; no memory in it is changed")
    parser.add_argument("--limit", type=_count, default=10, metavar="N", help="the most results to print; 10 by default")
    parser.add_argument("--set", default="", metavar="NAME", help="the parameter set to rank by, if not the active one")
    parser.add_argument("--explain", action="store_true", help="print the parts of each score, which sum to it")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    given = parser.parse_args(words)
    return SearchArguments(
        query=given.query,
        store=given.store,
        limit=given.limit,
        set=given.set,
        explain=given.explain,
        json=given.json,
    )


def _count(typed: str) -> int:
    """Return a whole number from 1; argparse says what is wrong with any other."""
    if not typed.isdecimal() or int(typed) < 1:
        raise argparse.ArgumentTypeError(f"{typed!r} is no whole number from 1")
    return int(typed)


def _parse_import(words: Sequence[str]) -> ImportArguments:
    parser = argparse.ArgumentParser(
        prog=f"{PROGRAM} import",
        description="Import memories of another system. The source stays as it is; importing it again adds nothing.",
        epilog=_EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("source", type=_path, metavar="SOURCE", help="a file, or a folder of them")
    parser.add_argument("--into", type=_path, required=True, metavar="STORE", help="the store; it is made if there is none")
    parser.add_argument("--format", choices=FORMATS, help="what SOURCE is, if it should not be recognised by itself")
    parser.add_argument(
        "--update", action="store_true", help="let memories that are there with other words or tags take over SOURCE's"
    )
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    given = parser.parse_args(words)
    return ImportArguments(source=given.source, into=given.into, format=given.format, update=given.update, json=given.json)


def _parse_export(words: Sequence[str]) -> ExportArguments:
    parser = argparse.ArgumentParser(
        prog=f"{PROGRAM} export",
        description="Write every memory, its history, reviews and relations as JSON Lines; importing them loses nothing."
        " A file named .csv gets a table, an empty folder Markdown notes, both of the fields alone."
        " What a format cannot hold is said before it is written.",
        epilog=_EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("store", type=_path, metavar="STORE", help="the store; it is only read")
    parser.add_argument("--to", type=_path, required=True, metavar="FILE", help="the file; one that is there is replaced")
    parser.add_argument("--format", choices=EXPORTS, help="how to write, if the name of FILE should not decide")
    given = parser.parse_args(words)
    return ExportArguments(store=given.store, to=given.to, format=given.format)


def _parse_window(words: Sequence[str]) -> Arguments:
    parser = argparse.ArgumentParser(
        prog=PROGRAM, description=_DESCRIPTION, epilog=_EXIT_CODES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "store", nargs="?", type=_path, metavar="STORE", help="the store to open; without one, the last that was open"
    )
    parser.add_argument("--demo", action="store_true", help="open a fresh demo store, which is gone afterwards")
    parser.add_argument("--theme", choices=THEMES, default="", help="the theme for this run")
    parser.add_argument("--tour", type=_path, metavar="DIR", help="render every place into DIR, light and dark, and quit")
    parser.add_argument(
        "--without-display", type=_path, metavar="DIR", help="where there is no display, do --tour DIR instead"
    )
    parser.add_argument("--in-tray", action="store_true", help="start as an icon in the tray, if the settings keep one")
    parser.add_argument("--version", action="store_true", help="print the version and quit")
    parser.add_argument("--diagnose", action="store_true", help="print versions, paths and states for a report, and quit")
    given = parser.parse_args(words)
    if given.demo and given.store is not None:
        parser.error("--demo opens its own store; name none with it")
    if given.version:
        return VersionArguments()
    if given.diagnose:
        return DiagnoseArguments(store=given.store)
    return WindowArguments(
        store=given.store,
        demo=given.demo,
        theme=given.theme,
        tour=given.tour,
        without_display=given.without_display,
        in_tray=given.in_tray,
    )
