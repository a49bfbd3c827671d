"""File names of notes: readable in any script, valid on every system, and no two alike."""

import re
import unicodedata
from itertools import count
from typing import Final

_FORBIDDEN: Final = re.compile(r'[\\/:*?"<>|#^\[\]%\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]+')
_RESERVED: Final = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)
_MOST_BYTES: Final = 120


def safe_stem(words: str) -> str:
    """Return words as a file name without its suffix, at most 120 bytes long."""
    plain = " ".join(_FORBIDDEN.sub(" ", unicodedata.normalize("NFC", words)).split())
    cut = plain.encode()[:_MOST_BYTES].decode(errors="ignore").strip(". ")
    return f"{cut}_" if _RESERVED.fullmatch(cut) else cut or "memory"


class NoteNames:
    """Gives every note a name of its own, also where case or the form of accents does not count."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def next_name(self, words: str) -> str:
        """Return a free file name, with its suffix."""
        stem = safe_stem(words)
        for number in count(2):
            key = unicodedata.normalize("NFKD", stem).casefold()
            if key not in self._taken:
                self._taken.add(key)
                break
            stem = f"{safe_stem(words)} {number}"
        return f"{stem}.md"
