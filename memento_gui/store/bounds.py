"""The bounds that columns keep, as CHECK constraints; a bound says nothing about a missing value, NOT NULL does."""

from enum import StrEnum
from typing import Final

import sqlalchemy as sa

from memento_gui.domain.memory import MAX_CONTENT_BYTES

MAX_ID_LENGTH: Final = 512
FIRST_MS: Final = -62_135_596_800_000
LAST_MS: Final = 253_402_300_799_999


def one_of(column: str, values: "type[StrEnum] | tuple[str, ...]") -> sa.CheckConstraint:
    """Allow only these words."""
    listed = ", ".join(f"'{value}'" for value in values)
    return sa.CheckConstraint(f"{column} IN ({listed})", name=f"{column}_word")


def between(column: str, low: float, high: float) -> sa.CheckConstraint:
    """Allow only numbers in [low, high]."""
    return sa.CheckConstraint(f"{column} BETWEEN {low} AND {high}", name=f"{column}_bounds")


def not_negative(*columns: str) -> list[sa.CheckConstraint]:
    """Allow only 0 and above, and no infinity."""
    return [sa.CheckConstraint(f"{column} >= 0 AND {column} < 9e18", name=f"{column}_bounds") for column in columns]


def in_time(*columns: str) -> list[sa.CheckConstraint]:
    """Allow only instants that a calendar can show."""
    return [between(column, FIRST_MS, LAST_MS) for column in columns]


def switch(column: str) -> sa.CheckConstraint:
    """Allow only 0 and 1."""
    return sa.CheckConstraint(f"{column} IN (0, 1)", name=f"{column}_switch")


def text_fits(column: str) -> sa.CheckConstraint:
    """Allow at most 1 MiB of UTF-8, and no NUL (SQLite's own functions stop there)."""
    raw = f"CAST({column} AS BLOB)"
    return sa.CheckConstraint(f"length({raw}) <= {MAX_CONTENT_BYTES} AND instr({raw}, x'00') = 0", name=f"{column}_fits")


def identity_fits(column: str) -> sa.CheckConstraint:
    """Allow ids of 1 to 512 characters, without NUL."""
    condition = f"length({column}) BETWEEN 1 AND {MAX_ID_LENGTH} AND instr(CAST({column} AS BLOB), x'00') = 0"
    return sa.CheckConstraint(condition, name=f"{column}_fits")


def not_empty(column: str) -> sa.CheckConstraint:
    """Refuse the empty text."""
    return sa.CheckConstraint(f"length({column}) >= 1", name=f"{column}_given")
