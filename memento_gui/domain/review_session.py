"""A review session as it is kept, so that one that was interrupted goes on where it was."""

import json
from dataclasses import asdict, dataclass
from typing import Final, Self

from memento_gui.domain.parameters import REVIEW_ORDERS

REHEARSE: Final = "rehearse"
CURATE: Final = "curate"
MODES: Final = (REHEARSE, CURATE)
TITLE: Final = "title"
CLOZE: Final = "cloze"
CUES: Final = (TITLE, CLOZE)
MOST_AHEAD: Final = 365


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewSession:
    """How cards are asked, and which.

    ``mode`` is ``rehearse`` (cue first) or ``curate`` (whole text at once); ``cue`` is ``title`` or ``cloze``; an empty
    ``order`` is the parameter set's. ``query``, a filter line, makes a session of its own choice: the cards that pass it,
    due or not, which were not answered since ``since_ms``. ``ahead_days`` asks cards that are due so much later.
    """

    mode: str = REHEARSE
    cue: str = TITLE
    order: str = ""
    query: str = ""
    since_ms: int = 0
    ahead_days: int = 0

    def to_text(self) -> str:
        """Return the session as the JSON that a store keeps."""
        return json.dumps(asdict(self), ensure_ascii=False, sort_keys=True)

    @classmethod
    def of_text(cls, text: str | None) -> Self:
        """Return the session that a store keeps; a usual one where it makes no sense."""
        try:
            kept = json.loads(text or "{}")
            made = cls(**kept)
            return made if made.sensible else cls()
        except (ValueError, TypeError):
            return cls()

    @property
    def sensible(self) -> bool:
        """Whether every field holds one of its values; a store may hold anything."""
        known = self.mode in MODES and self.cue in CUES and self.order in {"", *REVIEW_ORDERS}
        return known and len(self.query) >= 0 and int(self.since_ms) >= 0 and 0 <= int(self.ahead_days) <= MOST_AHEAD
