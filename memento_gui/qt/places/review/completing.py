"""Completion for the filter lines in Review's dialogs."""

from typing import Final

from PySide6.QtWidgets import QLineEdit

from memento_gui.qt.place import PlaceContext
from memento_gui.qt.widgets.query_completer import QueryCompleter

NAMES: Final = "review.names"


def complete(context: PlaceContext, line: QLineEdit) -> QueryCompleter:
    """Offer fields, values and tags of the store while a filter line is typed."""
    made, completing = QueryCompleter(line), context.library.completing
    context.tasks.run(NAMES, lambda _job: completing.vocabulary(), made.know)
    return made
