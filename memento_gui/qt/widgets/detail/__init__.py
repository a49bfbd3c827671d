"""The detail pane and its tabs."""

from memento_gui.qt.widgets.detail.conflict import ConflictDialog
from memento_gui.qt.widgets.detail.pane import DetailPane
from memento_gui.qt.widgets.detail.values import FIELDS, Detail, Draft, Fading, Linked, Standing, draft_of

__all__ = ["FIELDS", "ConflictDialog", "Detail", "DetailPane", "Draft", "Fading", "Linked", "Standing", "draft_of"]
