"""The SQLite store: the only package that knows SQLAlchemy."""

from memento_gui.store.changes import Change
from memento_gui.store.features import merged
from memento_gui.store.memories import text_hash
from memento_gui.store.named import LoggedError, Measurement, SavedSearch
from memento_gui.store.records import Judgement
from memento_gui.store.sqlite_rescue import Rescued, rescue
from memento_gui.store.statistics import Statistics
from memento_gui.store.store import Store
from memento_gui.store.writing import Writer

__all__ = [
    "Change",
    "Judgement",
    "LoggedError",
    "Measurement",
    "Rescued",
    "SavedSearch",
    "Statistics",
    "Store",
    "Writer",
    "merged",
    "rescue",
    "text_hash",
]
