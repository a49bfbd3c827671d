"""What can be done in Review, as actions of the window."""

from typing import Final

from memento_gui.qt.actions import Action
from memento_gui.qt.places.review.wording import ORDERS


def _action(name: str, text: str, call: str, *keys: str, of: str = "", words: str = "") -> Action:
    return Action(
        id=f"review.{name}", label=text, call=call, argument=of, group="Review", shortcuts=keys, place="review", words=words
    )


def _act(name: str, text: str, *keys: str) -> Action:
    return _action(name, text, "act", *keys, of=name)


OFFER: Final = (
    _action("go_on", "Show the memory, then answer Ok (Space)", "go_on"),
    _action("bad", "Answer Bad", "answer", "1", of="1"),
    _action("hard", "Answer Hard", "answer", "2", of="2"),
    _action("ok", "Answer Ok", "answer", "3", of="3"),
    _action("helpful", "Answer Helpful", "answer", "4", of="4"),
    _act("edit", "Edit this memory", "E"),
    _act("pin", "Pin or unpin this memory", "P"),
    _act("merge", "Merge this memory with a neighbour…", "M"),
    _act("snooze", "Snooze this card: tomorrow, a week, a date…", "S"),
    _act("bury", "Bury this card until tomorrow", "B", "-"),
    _act("suspend", "Suspend this card: do not ask it any more", "@"),
    _act("info", "Show everything about this memory", "I"),
    _act("trash", "Move this memory to the trash", "Del"),
    _action("undo", "Undo the last step", "undo", "U"),
    _action("last_edit", "Edit the memory that was answered Bad", "mend", "Shift+E", of="edit"),
    _action("last_lower", "Lower the importance of the memory that was answered Bad", "mend", "Shift+L", of="lower"),
    _action("last_trash", "Move the memory that was answered Bad to the trash", "mend", "Shift+Del", of="trash"),
    _action("mode", "Rehearse or curate: ask first, or show at once", "sit", "C", of="mode", words="mode"),
    _action("cue", "Ask with gaps for bold and code, or with the title", "sit", "G", of="cue", words="cloze cue"),
    *(_action(f"order_{key}", f"Order: {text}", "order", of=key, words="sort") for key, text in ORDERS),
    _action("query", "Review the memories of a search…", "sit", "/", of="query"),
    _action("ahead", "Review ahead: what is due in the next days…", "sit", "A", of="ahead"),
    _action("usual", "Back to today's cards", "sit", of="usual"),
    _action("rules", "Review rules: scheduler, limits…", "show_paper", "R", of="rules"),
    _action("statistics", "Statistics: looking back and ahead", "show_statistics", "T"),
    _action("reminder", "Reminder: when, and the tray…", "show_reminder"),
    _action("simulate", "Try another target recall…", "show_paper", of="simulate"),
    _action("export_log", "Export the review log…", "show_paper", of="export_log"),
    _action("import_log", "Import a review log…", "show_paper", of="import_log"),
    _action("export_anki", "Export memories to Anki…", "show_paper", of="export_anki"),
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
