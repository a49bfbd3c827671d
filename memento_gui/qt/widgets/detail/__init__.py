"""The detail pane and its tabs."""

from memento_gui.qt.widgets.detail.pane import DetailPane
from memento_gui.qt.widgets.detail.values import Detail, Draft, Fading, Linked, Standing, draft_of

__all__ = ["Detail", "DetailPane", "Draft", "Fading", "Linked", "Standing", "draft_of"]
