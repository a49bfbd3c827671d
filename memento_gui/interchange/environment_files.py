"""CortexGraph's settings as a parameter set: its ``CORTEXGRAPH_*`` variables, and the ``.env`` files that hold them."""

import io
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from dotenv import dotenv_values
from dotenv.parser import parse_stream

from memento_gui.domain.errors import InvalidParameter, UnreadableSource
from memento_gui.domain.parameters import ParameterSet

PREFIX: Final = "CORTEXGRAPH_"

_DAY_SECONDS: Final = 86_400.0
_SHOWN: Final = 40
"""Characters of a line that could not be read which are shown."""


def _half_life(text: str) -> float:
    """Turn λ per second into days; a λ of 0 never decays."""
    rate = float(text)
    return math.log(2) / (rate * _DAY_SECONDS) if rate else math.inf


@dataclass(frozen=True, slots=True)
class _Variable:
    name: str
    read: Callable[[str], object] = float


_VARIABLES: Final[Mapping[str, _Variable]] = {
    "DECAY_MODEL": _Variable("decay.model", str.lower),
    "DECAY_BETA": _Variable("decay.beta"),
    "PL_ALPHA": _Variable("decay.alpha"),
    "PL_HALFLIFE_DAYS": _Variable("decay.half_life"),
    "DECAY_LAMBDA": _Variable("decay.half_life", _half_life),
    "TC_LAMBDA_FAST": _Variable("decay.half_life_fast", _half_life),
    "TC_LAMBDA_SLOW": _Variable("decay.half_life_slow", _half_life),
    "TC_WEIGHT_FAST": _Variable("decay.weight_fast"),
    "FORGET_THRESHOLD": _Variable("decay.forget"),
    "PROMOTE_THRESHOLD": _Variable("decay.promote"),
    "PROMOTE_USE_COUNT": _Variable("decay.promote_uses", int),
    "PROMOTE_TIME_WINDOW": _Variable("decay.promote_within"),
    "SEMANTIC_HI": _Variable("decay.likely_duplicate"),
    "CLUSTER_LINK_THRESHOLD": _Variable("decay.cluster_link"),
    "CLUSTER_MAX_SIZE": _Variable("decay.cluster_size", int),
}
_ZONE: Final = ("REVIEW_DANGER_ZONE_MIN", "REVIEW_DANGER_ZONE_MAX")


def is_environment(text: str) -> bool:
    """Whether a text sets any of CortexGraph's variables."""
    return any(name.startswith(PREFIX) for name in variables(text))


def variables(text: str) -> dict[str, str]:
    """Return the variables that an ``.env`` file sets; names without a value are left out."""
    found = dotenv_values(stream=io.StringIO(text), interpolate=False)
    return {name: value for name, value in found.items() if value is not None}


def unread_lines(text: str) -> list[str]:
    """Return the lines of an ``.env`` file that set nothing and are no comment, each with its number from 1."""
    found = []
    for binding in parse_stream(io.StringIO(text)):
        written = binding.original.string
        if binding.error and written.strip():
            number = binding.original.line + len(written) - len(written.lstrip("\r\n"))
            found.append(f"line {number} ({written.strip().splitlines()[0][:_SHOWN]})")
    return found


def from_environment(given: Mapping[str, str]) -> tuple[ParameterSet, list[str]]:
    """Return the set that CortexGraph's variables describe, and those of its names that are no parameter here.

    What is missing has CortexGraph's own default. The half-life is that of the model in use: ``PL_HALFLIFE_DAYS`` for the
    power law, ``DECAY_LAMBDA`` (per second) for the exponential one.

    Raises:
        InvalidParameter: For a value that is no number, or out of bounds; names the variable or the parameter.
        UnreadableSource: If none of the variables is CortexGraph's.
    """
    own = {name.removeprefix(PREFIX): value for name, value in given.items() if name.startswith(PREFIX)}
    if not own:
        raise UnreadableSource(f"There is no {PREFIX}… variable in it. No parameter was changed.")
    exponential = own.get("DECAY_MODEL", "").lower() == "exponential"
    idle = {"PL_HALFLIFE_DAYS" if exponential else "DECAY_LAMBDA"}
    values = {}
    for name, text in own.items():
        variable = _VARIABLES.get(name)
        if variable is not None and name not in idle:
            values[variable.name] = _read(name, text, variable.read)
    values |= _danger_zone(own)
    unknown = [PREFIX + name for name in own if name not in _VARIABLES and name not in _ZONE]
    return ParameterSet().with_values(values), unknown


def _read(name: str, text: str, read: Callable[[str], object]) -> object:
    try:
        return read(text.strip())
    except (ValueError, ZeroDivisionError, OverflowError):
        raise InvalidParameter(f"{PREFIX}{name} is {text!r}, which is not a number. No parameter was changed.") from None


def _danger_zone(own: Mapping[str, str]) -> dict[str, object]:
    if not own.keys() & set(_ZONE):
        return {}
    defaults = dict(zip(_ZONE, ("0.15", "0.35"), strict=True))
    low, high = (float(str(_read(name, own.get(name, defaults[name]), float))) for name in _ZONE)
    return {"decay.danger_centre": (low + high) / 2, "decay.danger_width": (high - low) / 2}
