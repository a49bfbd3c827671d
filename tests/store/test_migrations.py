"""The schema: what the steps build is what is declared, and a step is made whole or not at all."""

import sqlite3
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.script import ScriptDirectory

from memento_gui.domain.clock import FixedClock
from memento_gui.domain.errors import DamagedStore, MementoError, NotADatabase, StoreError
from memento_gui.domain.memory import Memory
from memento_gui.store import Store, files, sqlite
from memento_gui.store.base import Base
from memento_gui.store.faults import explained
from memento_gui.store.migrating import bring_up, configuration
from memento_gui.store.opening import SCHEMA_VERSION
from memento_gui.store.schema import FEEDS

Make = Callable[..., Memory]
Sql = Callable[..., list[Any]]
Told = Callable[..., list[str]]


@pytest.fixture
def steps(tmp_path: Path) -> Path:
    """A folder with one more step: a table, a rebuilt table, and a place for what a test wants to happen."""
    folder = tmp_path / "steps"
    folder.mkdir()
    return folder


STEP = """
    import os, signal, sqlalchemy as sa
    from alembic import op
    revision, down_revision = "0002", "0001"

    def upgrade():
        op.create_table("mood", sa.Column("name", sa.TEXT(), primary_key=True))
        op.execute("UPDATE memory SET importance = 1.0")
        op.execute("INSERT INTO mood VALUES ('calm')")
        with op.batch_alter_table("saved_search") as batch:
            batch.add_column(sa.Column("colour", sa.TEXT()))
"""


def write_step(folder: Path, last: str = "") -> None:
    (folder / "m0002_more.py").write_text(textwrap.dedent(STEP) + textwrap.indent(textwrap.dedent(last), "    "))


@pytest.fixture
def old(path: Path, clock: FixedClock, make: Make) -> Path:
    """A store of the schema before the extra step."""
    with Store.open(path, clock=clock) as store, store.transaction() as writer:
        writer.insert([make("a", tags=("t",)), make("b")])
    return path


def ddl_of(connection: Any) -> dict[str, list[str]]:
    rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND type <> 'trigger'").fetchall()
    return {
        name: sorted(line.strip().rstrip(",") for line in text.replace('"', "").splitlines() if line.strip())
        for name, text in rows
        if name != "alembic_version"
    }


def test_the_steps_build_what_is_declared(store: Store) -> None:
    engine = sa.create_engine("sqlite://")
    Base.metadata.create_all(engine)
    with engine.connect() as declared, store._reading() as built:
        assert ddl_of(sqlite.driver_of(built)) == ddl_of(sqlite.driver_of(declared))
    engine.dispose()


def test_every_table_that_is_fed_has_its_triggers(store: Store, sql: Sql) -> None:
    triggers = {name for (name,) in sql(store.path, "SELECT name FROM sqlite_master WHERE type = 'trigger'")}
    assert triggers == {f"feed_{table}_{kind}" for table in FEEDS for kind in ("insert", "update", "delete")} | {
        "stale_text_hash"
    }


def test_the_newest_step_is_the_version_that_opening_knows() -> None:
    assert ScriptDirectory.from_config(configuration()).get_heads() == [SCHEMA_VERSION]


def test_a_store_that_is_up_to_date_is_left_alone(old: Path) -> None:
    before = old.read_bytes()
    assert bring_up(old, wait_seconds=0.1) is None
    assert old.read_bytes() == before
    assert not list(old.parent.glob("*.bak"))


def test_a_step_keeps_a_copy_of_the_file_as_it_was(old: Path, steps: Path, sql: Sql) -> None:
    write_step(steps)
    copy = bring_up(old, wait_seconds=0.1, config=configuration(more=steps))
    assert copy == old.with_name("memento.db.before-0002.bak")
    assert copy.stat().st_mode & 0o777 == 0o600
    assert sql(copy, "SELECT version_num FROM alembic_version") == [("0001",)]
    assert sql(copy, "SELECT id, importance FROM memory ORDER BY ordinal") == [("a", 0.5), ("b", 0.5)]
    assert sql(old, "SELECT version_num FROM alembic_version") == [("0002",)]
    assert sql(old, "SELECT id, importance FROM memory ORDER BY ordinal") == [("a", 1.0), ("b", 1.0)]
    assert sql(old, "SELECT memory_id, tag FROM memory_tag") == [("a", "t")]
    assert sql(old, "PRAGMA integrity_check") == [("ok",)]


def test_an_earlier_copy_is_not_overwritten(old: Path, steps: Path) -> None:
    write_step(steps)
    first = old.with_name("memento.db.before-0002.bak")
    first.write_bytes(b"precious")
    copy = bring_up(old, wait_seconds=0.1, config=configuration(more=steps))
    assert copy == old.with_name("memento.db.before-0002-2.bak")
    assert first.read_bytes() == b"precious"


KILLED = """
from memento_gui.store.migrating import bring_up, configuration
bring_up(path, wait_seconds=1, config=configuration(more=Path(sys.argv[2])))
print("survived")
"""


SPILL = """
    op.execute("PRAGMA cache_size = 1")
    for _ in range(40):
        op.execute("INSERT INTO mood VALUES (hex(randomblob(4000)))")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("moment", ["os.kill(os.getpid(), signal.SIGKILL)", SPILL], ids=["in memory", "partly on the disk"])
def test_a_step_killed_midway_leaves_the_old_schema_whole(
    old: Path, steps: Path, sql: Sql, told: Told, clock: FixedClock, moment: str
) -> None:
    write_step(steps, moment)
    whole = sql(old, "SELECT type, name, sql FROM sqlite_master ORDER BY name")
    rows = sql(old, "SELECT * FROM memory")
    assert told(KILLED, old, str(steps)) == []
    assert sql(old, "SELECT type, name, sql FROM sqlite_master ORDER BY name") == whole
    assert sql(old, "SELECT * FROM memory") == rows
    assert sql(old, "SELECT version_num FROM alembic_version") == [("0001",)]
    with Store.open(old, clock=clock) as store:
        assert store.ids() == ["a", "b"]
    write_step(steps)
    bring_up(old, wait_seconds=1, config=configuration(more=steps))
    assert sql(old, "SELECT name FROM mood") == [("calm",)]


def test_a_creation_killed_midway_leaves_an_empty_file(path: Path, steps: Path, told: Told, clock: FixedClock) -> None:
    write_step(steps, "os.kill(os.getpid(), signal.SIGKILL)")
    files.create_private(path)
    assert told(KILLED, path, str(steps)) == []
    assert path.stat().st_size == 0
    with Store.open(path, clock=clock) as store:
        assert store.ids() == []


@pytest.mark.parametrize(
    ("last", "error"),
    [
        ("op.execute('SELECT * FROM nowhere')", StoreError),
        ("op.execute(\"INSERT INTO memory_tag VALUES ('ghost', 0, 't')\")", DamagedStore),
    ],
)
def test_a_step_that_fails_leaves_the_old_schema_whole(
    old: Path, steps: Path, sql: Sql, last: str, error: type[MementoError]
) -> None:
    write_step(steps, last)
    whole = sql(old, "SELECT type, name, sql FROM sqlite_master ORDER BY name")
    with pytest.raises(error), explained(old):
        bring_up(old, wait_seconds=0.1, config=configuration(more=steps))
    assert sql(old, "SELECT type, name, sql FROM sqlite_master ORDER BY name") == whole
    assert sql(old, "SELECT max(importance) FROM memory") == [(0.5,)]


def test_only_a_store_is_brought_up(path: Path, sql: Sql) -> None:
    sql(path, "CREATE TABLE memory (id TEXT)")
    with pytest.raises(NotADatabase):
        bring_up(path, wait_seconds=0.1)
    assert sql(path, "SELECT name FROM sqlite_master") == [("memory",)]


def test_a_schema_that_nobody_made_is_said(old: Path, clock: FixedClock, sql: Sql) -> None:
    sql(old, "UPDATE alembic_version SET version_num = '0000'")
    before = old.read_bytes()
    with pytest.raises(
        StoreError, match=r"its schema is '0000', which no version of Memento has made\. It was left as it is"
    ):
        Store.open(old, clock=clock)
    assert old.read_bytes() == before


def test_two_programs_bring_a_store_up_once(old: Path, steps: Path, child: Callable[..., Any], sql: Sql) -> None:
    write_step(steps)
    script = """
from memento_gui.store.migrating import bring_up, configuration
sys.stdin.readline()
print(bring_up(path, wait_seconds=20, config=configuration(more=Path(sys.argv[2]))) is None)
"""
    both = [child(script, old, str(steps)) for _ in range(2)]
    for process in both:
        process.stdin.write("go\n")
        process.stdin.flush()
    told = sorted(process.communicate(timeout=60)[0].strip() for process in both)
    assert told == ["False", "True"]
    assert [file.name for file in old.parent.glob("*.bak")] == ["memento.db.before-0002.bak"]
    assert sql(old, "SELECT name FROM mood") == [("calm",)]


def test_readers_go_on_while_a_store_is_brought_up(old: Path, clock: FixedClock) -> None:
    with Store.open(old, clock=clock) as store:
        writer = sqlite3.connect(old, isolation_level=None)
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE memory SET importance = 0.1")
        assert [memory.importance for memory in store.get_many(["a", "b"])] == [0.5, 0.5]
        writer.execute("COMMIT")
        assert [memory.importance for memory in store.get_many(["a", "b"])] == [0.1, 0.1]
        writer.close()
