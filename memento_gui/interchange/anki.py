"""Memories as an Anki deck: a note each, with the title in front and the text behind. Needs the extra ``anki``."""

import html
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from memento_gui.domain.errors import ExportFailed
from memento_gui.domain.memory import Memory

_DECK_ID: Final = 1_684_207_315
_MODEL_ID: Final = 1_684_207_316
_STYLE: Final = ".card { font-family: sans-serif; font-size: 18px; text-align: left; } .text { white-space: pre-wrap; }"


def write_apkg(memories: Sequence[Memory], path: Path) -> int:
    """Write a deck and return how many notes it has. A memory that is exported again replaces its note in Anki.

    Raises:
        ExportFailed: If the package ``genanki`` is not installed.
        OSError: If the file cannot be written.
    """
    try:
        import genanki  # noqa: PLC0415  # an optional extra
    except ImportError as error:
        raise ExportFailed(
            "Writing Anki decks needs the package genanki, which is not installed. Nothing was written; install "
            "memento-gui[anki]."
        ) from error
    model = genanki.Model(
        _MODEL_ID,
        "Memento memory",
        fields=[{"name": "Title"}, {"name": "Text"}, {"name": "Memory"}],
        templates=[
            {
                "name": "Recall",
                "qfmt": "{{Title}}",
                "afmt": '{{FrontSide}}<hr id="answer"><div class="text">{{Text}}</div>',
            }
        ],
        css=_STYLE,
    )
    deck = genanki.Deck(_DECK_ID, "Memento")
    for memory in memories:
        fields = [html.escape(memory.headline) or "…", html.escape(memory.content), html.escape(memory.id)]
        tags = ["_".join(tag.split()) for tag in memory.tags]
        deck.add_note(genanki.Note(model=model, fields=fields, tags=tags, guid=genanki.guid_for(memory.id)))
    genanki.Package(deck).write_to_file(str(path), timestamp=_timestamp(memories))
    return len(memories)


def _timestamp(memories: Sequence[Memory]) -> float:
    """The newest change, in seconds, so that the same memories make the same deck."""
    return max((memory.updated_ms for memory in memories), default=0) / 1000.0 + 1.0
