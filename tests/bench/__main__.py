"""Speed goals as ratios against references of the same run, and how well searches find: ``python -m tests.bench``.

Each module beside this one measures one thing; `PARTS` names those of speed, and ``--only`` picks some.
"""

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from tests.bench import embedding, reading, retrieval, reviewing, scoring, searching, starting, tuning
from tests.bench.figures import Figure

COUNT = 100_000

PARTS: dict[str, Callable[[int], list[Figure]]] = {
    "scoring": scoring.scoring,
    "reading": reading.reading,
    "reviewing": reviewing.reviewing,
    "searching": searching.searching,
    "embedding": embedding.embedding,
    "tuning": tuning.tuning,
    "starting": lambda _: starting.starting(),
}


def main() -> int:
    """Measure, print and write everything; goals that are missed are said, and are no error."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    parser.add_argument("--json", type=Path, help="also write the figures here")
    parser.add_argument("--count", type=int, default=COUNT, help="how many memories")
    parser.add_argument(
        "--only", nargs="+", choices=[*PARTS, "retrieval"], default=[*PARTS, "retrieval"], help="measure these parts only"
    )
    options = parser.parse_args()
    figures = []
    for name in options.only:
        for figure in PARTS[name](options.count) if name in PARTS else ():
            figures.append(figure)
            sys.stdout.write(f"{figure.sentence}\n")
            sys.stdout.flush()
    found = retrieval.retrieval() if "retrieval" in options.only else []
    if found:
        sys.stdout.write(f"\nHow well searches find, on the judged set\n\n{retrieval.table(found)}\n")
    if options.json:
        written = [asdict(figure) for figure in figures] + [asdict(score) for score in found]
        options.json.write_text(json.dumps(written, indent=1), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
