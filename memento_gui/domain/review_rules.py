"""The rules of one store's reviews: which memories become cards, which scheduler a type has, and how many a day."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final, Self

from memento_gui.domain.memory import TYPES, MemoryType
from memento_gui.domain.parameters import SCHEDULERS, ReviewParameters

MOST_A_DAY: Final = 9_999


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewRules:
    """What a user decides about the reviews of one store, beside the numbers of the parameter set.

    ``schedulers`` names the scheduler of a type where it is not the parameter set's. A memory may become a card when it
    is pinned (if ``pinned`` says so), or has one of ``types`` and the importance that the parameter set asks for, or has
    one of ``tags``, or passes ``query``, a filter line. At most ``due_per_day`` known cards are asked on one day.
    """

    schedulers: Mapping[str, str] = field(default_factory=dict)
    due_per_day: int = 200
    pinned: bool = True
    types: tuple[str, ...] = (MemoryType.SEMANTIC.value, MemoryType.PROCEDURAL.value)
    tags: tuple[str, ...] = ()
    query: str = ""

    def scheduled(self, parameters: ReviewParameters, kind: str) -> ReviewParameters:
        """Return the parameters that hold for memories of a type."""
        name = self.schedulers.get(kind, parameters.scheduler)
        return parameters if name == parameters.scheduler else replace(parameters, scheduler=name)

    def to_text(self) -> str:
        """Return the rules as the JSON that a store keeps."""
        return json.dumps(asdict(self), ensure_ascii=False, sort_keys=True)

    @classmethod
    def of_text(cls, text: str | None) -> Self:
        """Return the rules that a store keeps; whatever is missing or makes no sense is as by default."""
        try:
            kept = json.loads(text or "{}")
        except ValueError:
            return cls()
        return cls(**_understood(kept)) if isinstance(kept, dict) else cls()


def _understood(kept: Mapping[str, Any]) -> dict[str, Any]:
    known: dict[str, Any] = {}
    kinds = {kind.value for kind in TYPES}
    schedulers, most = kept.get("schedulers"), kept.get("due_per_day")
    if isinstance(schedulers, dict):
        known["schedulers"] = {k: v for k, v in schedulers.items() if k in kinds and v in SCHEDULERS}
    if isinstance(most, int):
        known["due_per_day"] = min(max(most, 0), MOST_A_DAY)
    if isinstance(kept.get("pinned"), bool):
        known["pinned"] = kept["pinned"]
    for name in ("types", "tags"):
        if isinstance(kept.get(name), list):
            known[name] = tuple(str(one) for one in kept[name] if name == "tags" or one in kinds)
    if isinstance(kept.get("query"), str):
        known["query"] = kept["query"]
    return known
