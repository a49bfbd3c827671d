"""Review: one memory at a time, asked before it fades."""

from memento_gui.qt.places.review.place import ReviewPlace

__all__ = ["ReviewPlace"]
