"""What can be done in Review, as actions of the window."""

from typing import Final

from memento_gui.qt.actions import Action


def _action(name: str, text: str, call: str, *keys: str) -> Action:
    return Action(id=f"review.{name}", label=text, call=call, group="Review", shortcuts=keys, place="review")


OFFER: Final = (
    _action("go_on", "Show the memory, then answer Ok (Space)", "go_on"),
    _action("bad", "Answer Bad", "answer_bad", "1"),
    _action("hard", "Answer Hard", "answer_hard", "2"),
    _action("ok", "Answer Ok", "answer_ok", "3"),
    _action("helpful", "Answer Helpful", "answer_helpful", "4"),
    _action("edit", "Edit this memory", "edit", "E"),
    _action("pin", "Pin or unpin this memory", "pin", "P"),
    _action("bury", "Bury this card until tomorrow", "bury", "B"),
    _action("trash", "Move this memory to the trash", "trash", "Del"),
    _action("undo", "Undo the last step", "undo", "U"),
)
"""Space has no shortcut here: it would be taken from a button that has the focus."""
