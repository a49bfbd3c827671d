"""Tune: turn the numbers, and watch what they do to curves and to the store."""

from memento_gui.qt.places.tune.place import TunePlace

__all__ = ["TunePlace"]
