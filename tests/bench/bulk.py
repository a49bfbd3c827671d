"""How long the window stands still while many memories are imported, and while that is taken back and done again."""

import json

from tests.bench.figures import Figure, slower
from tests.bench.keystrokes import in_window

COUNT = 60_000
LONGEST_MS = 100.0
STEPS = ("imported", "undone", "redone")


def bulk() -> list[Figure]:
    """Import into an empty store in the whole window, in a process of its own."""
    told = json.loads(in_window("tests.bench.importer", str(COUNT)))
    return [
        slower(f"longest gap of the event loop while memories are {step}", told[step], "100 ms", LONGEST_MS, 1, count=COUNT)
        for step in STEPS
    ]
