"""Asking under which name a search is kept."""

from collections.abc import Collection

from PySide6.QtWidgets import QWidget

from memento_gui.qt.widgets.name_dialog import NameDialog, Verdict


def search_name_dialog(query: str, taken: Collection[str], parent: QWidget) -> NameDialog:
    """Return a dialog, not yet open, that asks under which name a query is kept; it deletes itself when it is closed.

    Args:
        query: What is suggested first.
        taken: The names of the saved searches.
        parent: Over which it opens.
    """

    def judge(name: str) -> Verdict:
        if name in taken:
            return Verdict("Replace", note="A saved search has this name; its query will be replaced. Undo brings it back.")
        return Verdict("Save")

    dialog = NameDialog("Save the search as", query, judge, of="search", parent=parent)
    dialog.finished.connect(dialog.deleteLater)
    return dialog
