"""Browse: a table of all memories, filtered, sorted and curated."""

from memento_gui.qt.places.browse.place import Browse

__all__ = ["Browse"]
