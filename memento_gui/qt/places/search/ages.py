"""Ages as a result row shows them."""

from typing import Final

_UNITS: Final = ((365.0, "y"), (60.0, "mo"), (14.0, "wk"), (1.0, "d"))
_DAYS: Final = {"y": 365.0, "mo": 30.44, "wk": 7.0, "d": 1.0}


def age_text(days: float) -> str:
    """Return an age in its largest fitting unit: ``40 min``, ``5 h``, ``9 d``, ``3 wk``, ``2 mo``, ``1 y``."""
    for least, unit in _UNITS:
        if days >= least:
            return f"{int(days / _DAYS[unit])} {unit}"
    hours = days * 24
    return f"{int(hours)} h" if hours >= 1 else f"{max(0, int(hours * 60))} min"
