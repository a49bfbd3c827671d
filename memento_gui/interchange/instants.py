"""Instants as text: ISO 8601 in UTC, to the millisecond."""

import re
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Final

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECONDS: Final = re.compile(r"[0-9]{9,18}")


def iso_of(instant_ms: int) -> str:
    """Return milliseconds since the Unix epoch as ``2026-05-12T08:30:00.000Z``."""
    moment = _EPOCH + timedelta(milliseconds=instant_ms)
    return f"{moment.replace(tzinfo=None).isoformat(timespec='milliseconds')}Z"


def milliseconds_of(text: str) -> object:
    """Return an instant, UTC where it names no zone, or a number, as milliseconds; anything else as it is."""
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        return number_of(text)
    if _MILLISECONDS.fullmatch(text.strip()):  # some of them begin like a date without hyphens
        return int(text)
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return (moment - _EPOCH) // timedelta(milliseconds=1)


def number_of(text: str) -> object:
    """Return the number that a text says; anything else as it is."""
    for kind in (int, float):
        with suppress(ValueError):
            return kind(text)
    return text
