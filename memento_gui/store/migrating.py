"""Bringing a store to this version's schema: one transaction, and a copy of the file before it."""

import contextlib
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.script.revision import RevisionError

from memento_gui.domain.errors import DamagedStore, StoreError
from memento_gui.store import sqlite
from memento_gui.store.faults import not_a_database

STEPS: Final = Path(__file__).parent / "migrations"


def configuration(steps: Path = STEPS, more: Path | None = None) -> Config:
    """Return Alembic's configuration, made here: there is no ini file that could be missing from a wheel.

    Args:
        steps: The folder with ``env.py``.
        more: A folder with further steps.
    """
    config = Config()
    config.set_main_option("script_location", str(steps).replace("%", "%%"))
    config.set_main_option("path_separator", "newline")
    folders = [steps / "versions", *([more] if more else [])]
    config.set_main_option("version_locations", "\n".join(str(folder).replace("%", "%%") for folder in folders))
    return config


def bring_up(path: Path, *, wait_seconds: float, config: Config | None = None) -> Path | None:
    """Run the missing steps; a store that has them all is left alone.

    The write lock is taken first, so two programs never migrate at once, and readers go on reading. All steps are one
    transaction: a program killed in it leaves the old schema, whole.

    Returns:
        The copy of the file as it was before, or None where nothing was there to copy.

    Raises:
        sqlite3.Error, sqlalchemy.exc.DBAPIError: If the file does not let us.
        NotADatabase: If it holds other tables.
        StoreError: If its schema is none that these steps have made.
        DamagedStore: If rows would be left pointing at nothing; everything is as before.
    """
    config = config or configuration()
    scripts = ScriptDirectory.from_config(config)
    engine = sqlite.engine_of(path, sqlite.Access.WRITE, wait_seconds=wait_seconds, immediate=True, foreign_keys=False)
    try:
        with engine.begin() as connection:
            driver = sqlite.driver_of(connection)
            version = sqlite.schema_version(driver)
            steps = _missing_steps(scripts, version, path)
            if not steps:
                return None
            if not version and sqlite.table_names(driver):
                raise not_a_database(path, "a database of another program")
            copy = _copy_before(path, min(steps)) if version else None
            sqlite.mark_as_ours(connection)
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            if dangling := sqlite.dangling_rows(driver):
                raise DamagedStore(
                    f"{path.name} could not be brought to the new version: rows of {', '.join(sorted(set(dangling)))} "
                    f"belong to memories that do not exist. The file is as it was; a copy is in {copy}."
                )
            return copy
    finally:
        engine.dispose()


def _missing_steps(scripts: ScriptDirectory, version: str, path: Path) -> list[str]:
    try:
        return [step.revision for step in scripts.iterate_revisions("head", version or "base")]
    except RevisionError:
        raise StoreError(
            f"{path.name} says that its schema is {version!r}, which no version of Memento has made. It was left as it is; "
            "restore a backup, or open it with the program that wrote it."
        ) from None


def _copy_before(path: Path, step: str) -> Path:
    """Copy the store as it is, beside it: ``memento.db.before-0002.bak``, numbered where that exists."""
    with contextlib.closing(sqlite.connect(path, sqlite.Access.READ, wait_seconds=0.0)) as reader:
        copy = path.with_name(f"{path.name}.before-{step}.bak")
        number = 2
        while copy.exists():
            copy = path.with_name(f"{path.name}.before-{step}-{number}.bak")
            number += 1
        sqlite.back_up(reader, copy)
    return copy
