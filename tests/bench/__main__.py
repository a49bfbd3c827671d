"""Speed goals as ratios against references of the same run, and how well searches find: ``python -m tests.bench``.

Each module beside this one measures one thing; `PARTS` names those of speed, and ``--only`` picks some. What depends on how
many memories there are is measured at each of ``--sizes``, and it is said how it grows from one to the next. A million
takes half an hour and eight gigabytes.
"""

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Final

from tests.bench import (
    browsing,
    bulk,
    comparing,
    embedding,
    keystrokes,
    reading,
    retrieval,
    reviewing,
    scoring,
    searching,
    starting,
    tuning,
    year,
)
from tests.bench.figures import Figure, growths

SIZES: Final = "10k,100k"
_UNITS: Final = {"k": 1_000, "m": 1_000_000}

PARTS: dict[str, Callable[[int], list[Figure]]] = {
    "scoring": scoring.scoring,
    "reading": reading.reading,
    "reviewing": reviewing.reviewing,
    "searching": searching.searching,
    "typing": keystrokes.typing,
    "browsing": browsing.browsing,
    "comparing": comparing.comparing,
    "tuning": tuning.tuning,
}
"""What depends on how many memories there are."""

ONCE: dict[str, Callable[[], list[Figure]]] = {
    "embedding": embedding.embedding,
    "starting": starting.starting,
    "bulk": bulk.bulk,
}
"""What does not."""


def sizes(text: str) -> list[int]:
    """Return counts of memories, ascending, written as ``10k,100k,1m``."""
    written = [one.strip().lower() for one in text.split(",")]
    counts = {int(one.rstrip("km")) * _UNITS.get(one[-1:], 1) for one in written}
    if min(counts) < 1:
        raise ValueError(text)
    return sorted(counts)


def main() -> int:
    """Measure, print and write everything; goals that are missed are said, and are no error."""
    every = [*PARTS, *ONCE, "year", "retrieval"]
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    parser.add_argument("--json", type=Path, help="also write the figures here")
    parser.add_argument(
        "--sizes", type=sizes, default=SIZES, help=f"how many memories, by default {SIZES}; 10k,100k,1m takes half an hour"
    )
    parser.add_argument("--only", nargs="+", choices=every, default=every, help="measure these parts only")
    options = parser.parse_args()
    figures: list[Figure] = []
    for name in options.only:
        measured = _told(ONCE[name]()) if name in ONCE else []
        for count in options.sizes if name in PARTS else ():
            measured += _told(PARTS[name](count))
        for growth in growths(measured):
            sys.stdout.write(f"  {growth.sentence}\n")
        figures += measured
    loads = year.year() if "year" in options.only else []
    for load in loads:
        sys.stdout.write(f"{load.sentence}\n")
    found = retrieval.retrieval() if "retrieval" in options.only else []
    if found:
        sys.stdout.write(f"\nHow well searches find, on the judged set\n\n{retrieval.table(found)}\n")
    if options.json:
        written = [
            *(asdict(figure) for figure in figures),
            *(asdict(growth) for growth in growths(figures)),
            *(asdict(load) for load in loads),
            *(asdict(score) for score in found),
        ]
        options.json.write_text(json.dumps(written, indent=1), encoding="utf-8")
    return 0


def _told(figures: list[Figure]) -> list[Figure]:
    """Print figures, and return them."""
    for figure in figures:
        sys.stdout.write(f"{figure.sentence}\n")
    sys.stdout.flush()
    return figures


if __name__ == "__main__":
    sys.exit(main())
