"""The program's door: ``memento-gui``, ``python -m memento_gui``."""

import os
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from memento_gui.cli.arguments import (
    AddArguments,
    Arguments,
    DiagnoseArguments,
    ExportArguments,
    HeadlessArguments,
    ImportArguments,
    SearchArguments,
    VersionArguments,
    WindowArguments,
    parse,
)
from memento_gui.cli.display import NO_DISPLAY, has_display
from memento_gui.domain.errors import MementoError
from memento_gui.domain.paths import at_home

NO_DISPLAY_CODE = 3


def main(words: Sequence[str] | None = None) -> int:
    """Do what the command line says and return the exit code; errors are sentences on stderr."""
    arguments = parse(sys.argv[1:] if words is None else words)
    try:
        return _perform(arguments)
    except MementoError as error:
        sys.stderr.write(f"{error.sentence}\n")
        return 1
    except KeyboardInterrupt:
        sys.stderr.write("Stopped.\n")
        return 130


def _perform(arguments: Arguments) -> int:
    match arguments:
        case VersionArguments():
            sys.stdout.write(f"memento-gui {_version()}\n")
            return 0
        case WindowArguments():
            return _show_window(arguments)
        case _:
            return _run_headless(arguments)


def _run_headless(arguments: HeadlessArguments) -> int:
    from memento_gui.cli import commands, searching  # noqa: PLC0415  # the window must not wait

    match arguments:
        case AddArguments():
            return commands.run_add(arguments)
        case SearchArguments():
            return searching.run_search(arguments)
        case ImportArguments():
            return commands.run_import(arguments)
        case ExportArguments():
            return commands.run_export(arguments)
        case DiagnoseArguments():
            return commands.run_diagnose(arguments)


def _show_window(arguments: WindowArguments) -> int:
    tour = arguments.tour
    if not has_display():
        tour = tour or arguments.without_display
        if tour is None:
            sys.stderr.write(f"{NO_DISPLAY}\n")
            return NO_DISPLAY_CODE
        if arguments.tour is None:
            sys.stderr.write(f"There is no display to show a window on. Rendering every place into {tour} instead.\n")
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from memento_gui.qt.app import run  # noqa: PLC0415  # headless commands must work without Qt
    from memento_gui.qt.start import Start  # noqa: PLC0415  # as above

    demo = arguments.demo or (tour is not None and arguments.store is None)
    start = Start(store=arguments.store, demo=demo, theme=arguments.theme, tour=_absolute(tour), in_tray=arguments.in_tray)
    return run(start)


def _absolute(folder: Path | None) -> Path | None:
    return None if folder is None else at_home(folder).absolute()


def _version() -> str:
    try:
        return version("memento-gui")
    except PackageNotFoundError:
        return "(not installed; running from a clone)"


if __name__ == "__main__":
    sys.exit(main())
