"""Conversations: short turns answer each other, so a reply is found through the question it stands beside."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memento_gui.domain.clock import MINUTE_MS, FixedClock
from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.presets import BUILT_IN, LONG_MEMORY
from memento_gui.model.library import Library
from memento_gui.search.embedder import BundledEmbedder

START_MS = 1_772_000_000_000
LONG = BUILT_IN[LONG_MEMORY]
WITHOUT_NEIGHBOURS = LONG.with_value("relevance.neighbourhood", 0.0)

DIALOGUE = (
    ("Morning! Did the vet say what is wrong with the parrot?", "Feather mites. Drops twice daily until Sunday."),
    ("Which hotel did you book for the Oslo trip in the end?", "The cheap one by the harbour, breakfast included."),
    ("How is your sister getting on with her thesis?", "Two chapters left, then she hands in."),
    ("Have they told you who gets the corner office?", "Marguerite, to nobody's surprise."),
    ("What are we cooking when the in-laws visit?", "Lamb, with those little potatoes."),
    ("Did you ever find the passport you lost?", "Behind the radiator, can you believe it."),
    ("How much did the mechanic want for the gearbox?", "Eleven hundred. I nearly fainted."),
    ("Whose idea was the surprise party?", "Entirely Wendell's, he planned it since May."),
    ("What colour is the nursery going to be?", "Pale green, like the one in the magazine."),
    ("When does the new tram line open?", "Not before next autumn, they say."),
    ("Who taught you to repair accordions?", "An old sailor two doors down."),
    ("Why did the bakery on the corner close?", "Rent doubled overnight."),
)
QUERIES = (
    "parrot at the vet",
    "hotel booked for Oslo",
    "sister's thesis",
    "who got the corner office",
    "cooking for the in-laws",
    "where was the lost passport",
    "price of the gearbox at the mechanic",
    "surprise party idea",
    "colour of the nursery",
    "opening of the new tram line",
    "repairing accordions",
    "why the bakery closed",
)
NEARLY_ALL = len(QUERIES) - 1

Turn = tuple[str, int, str, str]
"""Id, instant, session and words of one turn."""


def turns(*, minutes: int = 1) -> list[Turn]:
    """Each exchange is a session of its own, a day after the one before, with a minute between its turns."""
    return [
        (f"t{day:02}-{place}", START_MS + day * 1440 * MINUTE_MS + place * minutes * MINUTE_MS, f"talk {day}", words)
        for day, exchange in enumerate(DIALOGUE)
        for place, words in enumerate(exchange)
    ]


def remembered(library: Library, told: list[Turn], _: Path) -> None:
    for identity, moment, session, words in told:
        library.remember(words, id=identity, created_ms=moment, session=session)


def imported(library: Library, told: list[Turn], folder: Path) -> None:
    lines = [
        {"id": identity, "content": words, "created_at": moment / 1000, "meta": {"extra": {"session": session}}}
        for identity, moment, session, words in told
    ]
    path = folder / "talk.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert library.import_(path).added == len(told)


def found_replies(folder: Path, told: list[Turn], load: Callable[..., None], parameters: ParameterSet) -> int:
    """Return how many replies are among the first two results of their query."""
    clock = FixedClock(START_MS + 30 * 1440 * MINUTE_MS)
    folder.mkdir(exist_ok=True)
    with Library.open(folder / "talk.db", clock=clock, embedder=BundledEmbedder) as library:
        if not library.ids():
            load(library, told, folder)
            library.embed_pending()
        return sum(
            f"t{day:02}-1" in [hit.memory.id for hit in library.recall(query, limit=2, parameters=parameters)]
            for day, query in enumerate(QUERIES)
        )


@pytest.mark.parametrize("load", [remembered, imported])
def test_replies_are_found_beside_their_questions(tmp_path: Path, load: Callable[..., None]) -> None:
    alone = found_replies(tmp_path, turns(), load, WITHOUT_NEIGHBOURS)
    assert alone <= len(QUERIES) // 2
    assert found_replies(tmp_path, turns(), load, LONG) >= NEARLY_ALL


def test_a_reply_enters_even_where_no_candidate_list_holds_it(tmp_path: Path) -> None:
    few = {"ranking.candidates_embedding": 1, "ranking.candidates_keyword": 1}
    assert found_replies(tmp_path, turns(), remembered, WITHOUT_NEIGHBOURS.with_values(few)) == 0
    assert found_replies(tmp_path, turns(), remembered, LONG.with_values(few)) >= NEARLY_ALL


def test_turns_without_a_session_or_half_an_hour_apart_do_not_explain_each_other(tmp_path: Path) -> None:
    alone = found_replies(tmp_path / "alone", turns(), remembered, WITHOUT_NEIGHBOURS)
    nowhere = [(identity, moment, "", words) for identity, moment, _, words in turns()]
    assert found_replies(tmp_path / "nowhere", nowhere, remembered, LONG) == alone
    assert found_replies(tmp_path / "late", turns(minutes=31), remembered, LONG) <= alone + 1
    assert found_replies(tmp_path / "in time", turns(minutes=30), remembered, LONG) >= NEARLY_ALL


def test_recall_sends_what_is_kept_and_the_rest_only_when_asked_for(tmp_path: Path) -> None:
    with Library.open(tmp_path / "few.db", clock=FixedClock(START_MS), embedder=BundledEmbedder) as library:
        remembered(library, turns(), tmp_path)
        library.embed_pending()
        strict = LONG.with_value("ranking.keep_threshold", 0.5)
        kept = library.recall("parrot at the vet", limit=10, parameters=strict)
        every = library.recall("parrot at the vet", limit=10, parameters=strict, below_threshold=True)
        assert 0 < len(kept) < len(every) == 10
        assert [hit.memory.id for hit in every[: len(kept)]] == [hit.memory.id for hit in kept]
        assert all(hit.below_threshold for hit in every[len(kept) :])


def test_the_instant_of_a_turn_is_kept(tmp_path: Path) -> None:
    with Library.open(tmp_path / "one.db", clock=FixedClock(START_MS)) as library:
        moment = datetime(2025, 3, 5, 20, 40, tzinfo=UTC)
        memory = library.remember("Seeds are ordered", created_ms=round(moment.timestamp() * 1000), session="garden")
        assert datetime.fromtimestamp(memory.created_ms / 1000, UTC) == moment
        assert memory.updated_ms >= memory.created_ms
