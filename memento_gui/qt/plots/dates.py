"""Dates as they are written along axes: short, in English, the same on every system."""

from datetime import date
from typing import Final

MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
WEEKDAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def day_text(day: date) -> str:
    """Return ``14 Jul``."""
    return f"{day.day} {MONTHS[day.month - 1]}"


def full_text(day: date) -> str:
    """Return ``Tue 14 Jul 2026``."""
    return f"{WEEKDAYS[day.weekday()]} {day_text(day)} {day.year}"


def month_text(day: date) -> str:
    """Return ``Jul``."""
    return MONTHS[day.month - 1]
