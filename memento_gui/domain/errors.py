"""Everything that can go wrong, each with a sentence a user can act on.

::

    MementoError
    ├── InvalidParameter        a number outside the bounds of the parameter table (also ValueError)
    ├── InvalidPattern          a pattern for find and replace that cannot be used (also ValueError)
    ├── InvalidMemory           a text or field that the store refuses (also ValueError)
    ├── RepeatedMemory          a new text that says what an old memory says
    ├── UnknownMemory           an id that names nothing (also KeyError)
    ├── UnknownName             a parameter set or other named thing that does not exist (also KeyError)
    ├── Cancelled               the user stopped it; what was not committed was undone
    ├── StoreError
    │   ├── NotADatabase        the file is something else
    │   ├── DamagedStore        the file is a database, but broken; it is never overwritten
    │   ├── ReadOnlyStore       the file, its folder or its newer schema cannot be written
    │   ├── StoreLocked         another program is writing; waited, then gave up
    │   ├── DiskFull            no room; the change was not made
    │   ├── StoreUnavailable    no such folder, no permission, or the disk went away
    │   └── StaleEdit           someone else changed the same thing meanwhile
    ├── ModelError
    │   ├── ModelUnavailable    no embedding model here; search goes by words
    │   └── ModelDamaged        a model file does not have the expected checksum
    ├── MissingExtra            needs a package that is only installed when it is asked for
    ├── SourceError
    │   ├── UnknownFormat       nothing here recognises the file
    │   └── UnreadableSource    recognised, but it cannot be read
    └── ExportFailed            a file could not be written; what was there stays
"""

from typing_extensions import override


class MementoError(Exception):
    """Something the user can be told in a sentence: what happened, what was kept, what to do."""

    @property
    def sentence(self) -> str:
        """The message as shown to a user (``KeyError`` would quote it)."""
        return str(self.args[0]) if self.args else type(self).__name__

    @override
    def __str__(self) -> str:
        return self.sentence


class InvalidParameter(MementoError, ValueError):
    """A parameter is outside its bounds; names the field, its bounds and what was given."""


class InvalidPattern(MementoError, ValueError):
    """A pattern for find and replace that cannot be used."""


class InvalidMemory(MementoError, ValueError):
    """A memory's text or field cannot be stored."""


class RepeatedMemory(MementoError):
    """A new text says what a memory says already; it was not written."""


class UnknownMemory(MementoError, KeyError):
    """No memory has this id."""


class UnknownName(MementoError, KeyError):
    """No parameter set, search or other named thing has this name."""


class Cancelled(MementoError):
    """The user stopped the work; nothing half-done is left."""


class StoreError(MementoError):
    """The store could not do what was asked."""


class NotADatabase(StoreError):
    """The file is not an SQLite database, or not a Memento store."""


class DamagedStore(StoreError):
    """The database file is broken. It is left as it is."""


class ReadOnlyStore(StoreError):
    """The store can be read but not changed."""


class StoreLocked(StoreError):
    """Another program kept the store locked for longer than the waiting time."""


class DiskFull(StoreError):
    """The disk has no room for the change; the store is as it was before."""


class StoreUnavailable(StoreError):
    """The file or its folder does not exist, may not be read, or went away."""


class StaleEdit(StoreError):
    """Someone else changed the same memory since it was read; nothing was written."""


class ModelError(MementoError):
    """The embedding model cannot be used."""


class ModelUnavailable(ModelError):
    """No embedding model is installed here."""


class ModelDamaged(ModelError):
    """A model file does not have the expected checksum."""


class MissingExtra(MementoError):
    """Something needs a package that is only installed when it is asked for."""


class SourceError(MementoError):
    """A file to import cannot be used."""


class UnknownFormat(SourceError):
    """No importer recognises the file."""


class UnreadableSource(SourceError):
    """The file's format is known, but it cannot be read."""


class ExportFailed(MementoError):
    """A file could not be written; what was there stays."""
