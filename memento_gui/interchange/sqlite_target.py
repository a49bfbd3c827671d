"""Another program's SQLite store, written into an empty file as one transaction."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path


@contextmanager
def new_store(path: Path, schema: str) -> Iterator[sqlite3.Connection]:
    """Make the tables of a schema and yield a connection to fill them; all of it is committed at the end.

    Raises:
        OSError: If the file cannot be written.
    """
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = OFF")  # the file is a part that nobody sees until it is whole
            connection.executescript(schema)
            connection.execute("BEGIN")
            yield connection
            connection.execute("COMMIT")
    except sqlite3.OperationalError as error:
        raise OSError(str(error)) from error


def insertion(table: str, columns: tuple[str, ...], *, instead: str = "") -> str:
    """Return the statement that inserts one row; ``instead`` is what to do where it is there (``OR IGNORE``)."""
    marks = ", ".join("?" * len(columns))
    return f"INSERT {instead} INTO {table} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608  # the program's own names
