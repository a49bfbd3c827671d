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
    _action("merge", "Merge this memory with a neighbour…", "merge", "M"),
    _action("snooze", "Snooze this card: tomorrow, a week, a date…", "snooze", "S"),
    _action("bury", "Bury this card until tomorrow", "bury", "B", "-"),
    _action("suspend", "Suspend this card: do not ask it any more", "suspend", "@"),
    _action("info", "Show everything about this memory", "info", "I"),
    _action("trash", "Move this memory to the trash", "trash", "Del"),
    _action("undo", "Undo the last step", "undo", "U"),
    _action("last_edit", "Edit the memory that was answered Bad", "edit_last", "Shift+E"),
    _action("last_lower", "Lower the importance of the memory that was answered Bad", "lower_last", "Shift+L"),
    _action("last_trash", "Move the memory that was answered Bad to the trash", "trash_last", "Shift+Del"),
    _action("query", "Review the memories of a search…", "ask_query", "/"),
    _action("ahead", "Review ahead: what is due in the next days…", "ask_ahead", "A"),
    _action("usual", "Back to today's cards", "usual"),
    _action("rules", "Review rules: scheduler, limits…", "show_rules", "R"),
    _action("statistics", "Statistics: looking back and ahead", "show_statistics", "T"),
    _action("reminder", "Reminder: when, and the tray…", "show_reminder"),
    _action("simulate", "Try another target recall…", "show_simulator"),
    _action("export_log", "Export the review log…", "export_log"),
    _action("import_log", "Import a review log…", "import_log"),
    _action("export_anki", "Export memories to Anki…", "export_anki"),
)
"""Space has no shortcut here: it would be taken from a button that has the focus."""

MORE: Final = (
    "query",
    "ahead",
    "usual",
    "rules",
    "statistics",
    "reminder",
    "simulate",
    "export_log",
    "import_log",
    "export_anki",
)
"""What the toolbar lists behind "More"."""
