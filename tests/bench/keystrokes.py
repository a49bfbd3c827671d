"""Typing into Search while vectors are computed: from the key to the painted results, and the gaps of the event loop."""

import json
import os
import statistics
import subprocess
import sys

from tests.bench.figures import Figure, slower
from tests.bench.stores import cache, library_of, store_of

PAINTED_MS, GAP_MS = 50.0, 16.0


def typing(count: int) -> list[Figure]:
    """Type seeded queries at the pace of a fast typist, a process of its own with a real event loop."""
    with library_of(count):  # makes the store and its index, if nobody did
        pass
    told = json.loads(in_window("tests.bench.typist", str(store_of(count)), str(cache())))
    painted, gaps = statistics.quantiles(told["painted"], n=100), statistics.quantiles(told["gaps"], n=100)
    return [
        slower("from a key to painted results", painted[49], "50 ms", PAINTED_MS, 1, count=count),
        slower("from a key to painted results, p95", painted[94], "50 ms", PAINTED_MS, 1, count=count),
        slower("gaps of the event loop while typing, p99", gaps[98], "one frame", GAP_MS, 1, count=count),
    ]


def in_window(module: str, *arguments: str) -> str:
    """Run a module that shows something, without a display, and return the last line that it prints."""
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "QT_LOGGING_RULES": "default.warning=false"}
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout.splitlines()[-1]
