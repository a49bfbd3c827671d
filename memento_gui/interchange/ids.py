"""Ids of foreign records: their own where they can be kept, else ones that come out the same at every import."""

import re
from collections import Counter
from hashlib import sha256
from typing import Final
from uuid import UUID, uuid5

from memento_gui.interchange.texts import fault_of

MAX_ID_CHARACTERS: Final = 512

_UUID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_NAMESPACE: Final = UUID("5b0f2c0e-6f55-5d0b-9a3e-2f6a4c1d7e90")


def made_id(*parts: str) -> str:
    """Return an id that depends on nothing but the parts (any text, surrogates included)."""
    digest = sha256()
    for part in parts:
        encoded = part.encode("utf-8", "surrogatepass")
        digest.update(f"{len(encoded)}:".encode())
        digest.update(encoded)
    return str(uuid5(_NAMESPACE, digest.hexdigest()))


def text_id(raw: object) -> str:
    """Return a foreign id as text, or nothing when it names nothing (absent, blank, neither text nor whole number)."""
    if isinstance(raw, int) and not isinstance(raw, bool) and raw.bit_length() <= 128:
        return str(raw)
    return raw if isinstance(raw, str) and raw.strip() else ""


def kept_id(foreign: str) -> tuple[str, str]:
    """Return the id a foreign id becomes, and why it could not be kept (or nothing).

    The new id is made from the foreign one alone, so that relations still find their ends.
    """
    if len(foreign) > MAX_ID_CHARACTERS:
        return made_id("foreign id", foreign), f"its id has {len(foreign):,} characters; a new one was made from it"
    fault = fault_of(foreign)
    return (made_id("foreign id", foreign), f"its id {fault}; a new one was made from it") if fault else (foreign, "")


def cortexgraph_id(own: str) -> str:
    """Return the id of a memory in CortexGraph, whose tools open nothing but UUIDs in lower case."""
    return own if _UUID.fullmatch(own) else made_id("cortexgraph", own)


def is_own_id(own: object, foreign: str) -> bool:
    """Whether a value is the id that became this one in CortexGraph."""
    return isinstance(own, str) and own != foreign and cortexgraph_id(own) == foreign and kept_id(own) == (own, "")


class NamelessIds:
    """Makes ids for records that bring none: from what they say, and how many said the same before."""

    def __init__(self) -> None:
        self._said: Counter[str] = Counter()

    def next_id(self, content: str) -> str:
        """Return the id for the next nameless record with this content."""
        self._said[content] += 1
        return made_id("nameless", content, str(self._said[content]))
