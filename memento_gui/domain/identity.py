"""New memory ids: UUIDs of version 7, which sort by the time they were made."""

import secrets
from collections.abc import Callable
from threading import Lock
from typing import Final
from uuid import UUID

_TAIL_BITS: Final = 74
_STEP_BITS: Final = 32
_MAX_MS: Final = (1 << 48) - 1

_lock = Lock()
_last: dict[str, int] = {"ms": -1, "tail": 0}


def new_id(now_ms: int, random: Callable[[int], int] | None = None) -> str:
    """Return a new UUIDv7 as text; ids made within one millisecond ascend in the order they were made.

    Args:
        now_ms: Milliseconds since the Unix epoch, UTC; what does not fit into 48 bits is clamped.
        random: Gives that many random bits as a number; the system's source by default.

    Source: RFC 9562, sections 5.7 and 6.2 (method 2, monotonic random).
    """
    bits = random or secrets.randbits
    ms = min(max(now_ms, 0), _MAX_MS)
    with _lock:
        again = ms == _last["ms"]
        # a fresh tail leaves its top bit free, so that the steps of one millisecond have room
        tail = _last["tail"] + 1 + bits(_STEP_BITS) if again else bits(_TAIL_BITS - 1)
        tail &= (1 << _TAIL_BITS) - 1
        _last.update(ms=ms, tail=tail)
    high, low = tail >> 62, tail & ((1 << 62) - 1)
    return str(UUID(int=ms << 80 | 0x7 << 76 | high << 64 | 0b10 << 62 | low))
