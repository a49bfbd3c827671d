"""What can be done in Browse, as data."""

from typing import Final

from memento_gui.qt.actions import Action


def _action(name: str, label: str, call: str, *shortcuts: str, icon: str, words: str = "", hidden: bool = False) -> Action:
    return Action(
        id=f"browse.{name}",
        label=label,
        call=call,
        group="Browse",
        shortcuts=shortcuts,
        icon=icon,
        place="browse",
        words=words,
        hidden=hidden,
    )


OFFER: Final[tuple[Action, ...]] = (
    _action("filter", "Filter memories", "filter", "Ctrl+F", "/", icon="search"),
    _action("open", "Read", "open_current", icon="memory", hidden=True),
    _action("edit", "Edit memory", "edit_current", "F2", "E", icon="pencil"),
    _action("pin", "Pin or unpin", "toggle_pin", "P", icon="pin"),
    _action("trash", "Move to the trash", "trash", "Del", icon="trash", words="forget delete remove"),
    _action("restore", "Restore from the trash", "restore", "R", icon="restore"),
    _action("copy_markdown", "Copy as Markdown", "copy_markdown", "Ctrl+C", icon="copy"),
    _action("copy_json", "Copy as JSON", "copy_json", "Ctrl+Shift+C", icon="copy"),
    _action("copy_id", "Copy id", "copy_id", icon="copy"),
    _action("export", "Export the selected memories…", "export", icon="file", words="save write csv jsonl"),
    _action("purge", "Delete for good…", "purge", "Shift+Del", icon="trash", words="purge remove"),
    _action("empty_trash", "Empty the trash…", "empty_trash", icon="trash", words="purge delete"),
    _action("replace", "Find and replace…", "replace", "Ctrl+H", icon="pencil", words="regex substitute bulk"),
    _action("rename_tag", "Rename or merge a tag…", "rename_tag", icon="tag", words="tags global everywhere"),
    _action("save", "Save the filter as a search…", "save_search", "Ctrl+S", icon="star", words="saved searches sidebar"),
    _action("review", "Review these memories", "review", icon="review", words="session cards rehearse filter"),
    _action("duplicates", "Duplicates…", "find_duplicates", "Ctrl+D", icon="copy", words="similar merge clusters same"),
    _action("columns", "Choose columns", "choose_columns", icon="columns"),
    _action("sidebar", "Show or fold the sidebar", "toggle_sidebar", "Ctrl+B", icon="sidebar"),
    _action("all", "Show all memories", "show_all", icon="browse", words="clear filter"),
    _action("show_trash", "Show the trash", "show_trash", icon="trash"),
)
