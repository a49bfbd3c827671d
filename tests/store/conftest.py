"""Stores in a temporary folder, memories with only what a test is about, and children that can be killed."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from memento_gui.domain.clock import FixedClock
from memento_gui.domain.memory import Memory
from memento_gui.store import Store

ROOT = Path(__file__).parents[2]

Make = Callable[..., Memory]


@pytest.fixture
def make(clock: FixedClock) -> Make:
    """Return a maker of memories: ``make("a")``, ``make("a", importance=0.9)``."""
    plain = Memory(id="", content="", created_ms=clock.now_ms(), updated_ms=clock.now_ms())

    def made(identity: str, content: str = "", **fields: Any) -> Memory:
        return replace(plain, id=identity, content=content or f"Text of {identity}", **fields)

    return made


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memento.db"


@pytest.fixture(scope="session")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with nothing in it, made once; a copy of it is a fresh store."""
    path = tmp_path_factory.mktemp("blank") / "memento.db"
    Store.open(path, clock=FixedClock(0)).close()
    return path


@pytest.fixture
def store(path: Path, clock: FixedClock, blank: Path) -> Iterator[Store]:
    shutil.copy(blank, path)
    with Store.open(path, clock=clock, wait_seconds=0.2) as opened:
        yield opened


@pytest.fixture
def filled(store: Store, make: Make) -> Store:
    """A store with the memories a, b, c."""
    with store.transaction() as writer:
        writer.insert([make("a", tags=("red", "blue")), make("b", title="B"), make("c", project="p", session="s")])
    return store


@pytest.fixture
def sql() -> Callable[..., list[Any]]:
    """Return a runner of SQL that works on a file as another program would, and gives the last statement's rows."""

    def run(path: Path, *statements: str) -> list[Any]:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA foreign_keys = ON")
            return [connection.execute(statement).fetchall() for statement in statements][-1]

    return run


PREAMBLE = """
import os, signal, sqlite3, sys
from pathlib import Path
from memento_gui.domain.clock import FixedClock
from memento_gui.domain.errors import *
from memento_gui.domain.memory import Memory
from memento_gui.store import Store

path, clock = Path(sys.argv[1]), FixedClock(1_796_040_000_000)

def memory(identity):
    return Memory(id=identity, content=f"Text of {identity}", created_ms=1, updated_ms=1)

def become_nobody():
    import memento_gui.store.migrating  # afterwards its files may be out of reach
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)

def said(act):
    try:
        print(act())
    except MementoError as error:
        print(type(error).__name__, error.sentence, sep=": ")
"""


@pytest.fixture
def child() -> Iterator[Callable[..., "subprocess.Popen[str]"]]:
    """Return a starter of other processes that work on the store at a path; what they print is a pipe."""
    running = []

    def start(script: str, path: Path, *arguments: str) -> "subprocess.Popen[str]":
        command = [sys.executable, "-c", PREAMBLE + script, str(path), *arguments]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True, env=environment)
        running.append(process)
        return process

    yield start
    for process in running:
        process.kill()
        process.communicate()


@pytest.fixture
def told(child: Callable[..., "subprocess.Popen[str]"]) -> Callable[..., list[str]]:
    """Return a runner of such a process to its end, which gives the lines it printed."""

    def run(script: str, path: Path, *arguments: str) -> list[str]:
        output, _ = child(script, path, *arguments).communicate(timeout=60)
        return output.splitlines()

    return run
