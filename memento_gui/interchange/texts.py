"""Which texts the store can keep, and how a foreign value is named in a message."""

from typing import Final

from memento_gui.domain.memory import MAX_CONTENT_BYTES

_SHOWN_CHARACTERS: Final = 40
_SHOWN_BITS: Final = 128
_KINDS: Final = {list: "a list", dict: "an object", bytes: "binary data", type(None): "nothing"}


def fault_of(text: str) -> str:
    """Return what keeps the text out of the store, as the end of a sentence, or nothing."""
    if "\0" in text:
        return f"holds a NUL character at position {text.index(chr(0))}"
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:
        return f"holds bytes that are not UTF-8, or half a character, at position {error.start}"
    if size > MAX_CONTENT_BYTES:
        return f"has {size:,} bytes, more than the {MAX_CONTENT_BYTES:,} that can be kept"
    return ""


def shown(value: object) -> str:
    """Return a short printable form of any value a file may hold."""
    if isinstance(value, str):
        return repr(value) if len(value) <= _SHOWN_CHARACTERS else f"{value[:_SHOWN_CHARACTERS]!r}…"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return "a very long number" if isinstance(value, int) and value.bit_length() > _SHOWN_BITS else repr(value)
    return _KINDS.get(type(value), type(value).__name__)
