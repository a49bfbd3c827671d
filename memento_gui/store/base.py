"""What every table declaration shares: column types by annotation, names of constraints, and the tie to a memory."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

import sqlalchemy as sa
from sqlalchemy.orm import DeclarativeBase, mapped_column

from memento_gui.domain.memory import Answer, Category, MemoryType, Scope, Status
from memento_gui.store.columns import Flag, Json, Word


class Base(DeclarativeBase):
    """Every table; names of constraints follow one pattern, so that migrations can find them."""

    type_annotation_map: ClassVar[dict[Any, Any]] = {
        str: sa.TEXT(),
        int: sa.INTEGER(),
        float: sa.REAL(),
        bytes: sa.BLOB(),
        bool: Flag(),
        Mapping[str, Any]: Json(),
        MemoryType: Word(MemoryType, MemoryType.EPISODIC),
        Category: Word(Category, Category.OTHER),
        Scope: Word(Scope, Scope.PRIVATE),
        Status: Word(Status, Status.ACTIVE),
        Answer: Word(Answer, Answer.OK),
    }
    metadata = sa.MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
        }
    )


def of_memory(**details: Any) -> Any:
    """A column that names a memory which exists; goes when the memory is really removed."""
    return mapped_column(sa.ForeignKey("memory.id", ondelete="CASCADE", onupdate="CASCADE"), **details)


STRICT: Final = {"sqlite_strict": True}
COMPACT: Final = {"sqlite_strict": True, "sqlite_with_rowid": False}
