"""Search: a line, results as stacked bars, and the arithmetic behind each of them."""

from memento_gui.qt.places.search.place import SearchPlace

__all__ = ["SearchPlace"]
