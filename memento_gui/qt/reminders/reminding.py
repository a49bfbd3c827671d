"""When to remind of due cards: once a day, at the hour that was chosen, except on quiet days."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Final, Self

from memento_gui.qt.settings import Settings

USUAL: Final = time(17, 30)
LATER: Final = timedelta(hours=1)
_HOLDS: Final = timedelta(hours=12)
"""How far from its moment a reminder that was put off still counts: beyond, the clock was set or days have passed."""
_HOUR: Final = "reminder.at"
_QUIET: Final = "reminder.quiet"
_TRAY: Final = "reminder.tray"
_TOLD: Final = "reminder.told"
_LATER: Final = "reminder.later"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReminderSettings:
    """``at`` is the local time of the reminder, or None for none; ``quiet`` weekdays (Monday is 0) have none.

    ``tray`` keeps an icon in the tray, where there is one, and the program running when the window is closed.
    """

    at: time | None = None
    quiet: frozenset[int] = frozenset()
    tray: bool = False

    @classmethod
    def read(cls, settings: Settings) -> Self:
        """Return what was kept; what makes no sense is as by default."""
        days = (word for word in settings.words(_QUIET) if word.isdigit() and int(word) < 7)
        return cls(at=time_of(settings.text(_HOUR)), quiet=frozenset(map(int, days)), tray=settings.text(_TRAY) == "yes")

    @property
    def at_text(self) -> str:
        """The time of the reminder, such as ``17:30``, or an empty string."""
        return "" if self.at is None else f"{self.at:%H:%M}"

    def keep(self, settings: Settings) -> None:
        """Remember it."""
        settings.put(_HOUR, self.at_text)
        settings.put_words(_QUIET, [str(day) for day in sorted(self.quiet)])
        settings.put(_TRAY, "yes" if self.tray else "")


def time_of(text: str) -> time | None:
    """Return a time of day, such as ``17:30``, or None."""
    try:
        return time.fromisoformat(text).replace(tzinfo=None) if text else None
    except ValueError:
        return None


def _moment_of(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text).astimezone() if text else None
    except ValueError:
        return None


class Schedule:
    """Says whether it is time to remind. What was told, and what was put off, is kept in the settings over a restart."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def is_time(self, now: datetime, wanted: ReminderSettings) -> bool:
        """Return whether to remind at a local moment."""
        later = _moment_of(self._settings.text(_LATER))
        if later is not None and abs(later - now) < _HOLDS:
            return now >= later
        told = self._settings.text(_TOLD) == now.date().isoformat()
        return wanted.at is not None and now.weekday() not in wanted.quiet and now.time() >= wanted.at and not told

    def told(self, now: datetime) -> None:
        """Know that it was told; nothing more today."""
        self._settings.put(_LATER, "")
        self._settings.put(_TOLD, now.date().isoformat())

    def later(self, now: datetime) -> None:
        """Remind again in an hour."""
        self._settings.put(_LATER, (now + LATER).isoformat())


def due_words(due: int) -> str:
    """Return what a reminder says of due and new cards together."""
    return "1 card waits for review" if due == 1 else f"{due:,} cards wait for review"
