"""Review logs and Anki decks as files: written, and logs taken over."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from memento_gui.domain.clock import local_zone_name
from memento_gui.domain.errors import UnreadableSource
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.identity import new_id
from memento_gui.domain.memory import TYPES, Memory, ReviewLogEntry, ReviewState
from memento_gui.interchange.anki import write_apkg
from memento_gui.interchange.review_log import LoggedAnswer, from_csv, to_csv
from memento_gui.model import edits
from memento_gui.model.reviews.edits import AddLog, SetReviewStates, Together
from memento_gui.model.reviews.reviewing import Reviews
from memento_gui.model.written_files import replacing, write_whole
from memento_gui.review.log import log_entry
from memento_gui.review.schedulers import Scheduler

_MOST_BYTES: Final = 256 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedLog:
    """What a log file holds: the edit that takes it over (None if nothing is new), and its counts."""

    edit: edits.Edit | None
    added: int
    known: int
    foreign: int
    odd: int

    @property
    def sentence(self) -> str:
        """The counts in a sentence."""
        parts = [f"Answers added: {self.added:,}", f"there already: {self.known:,}"]
        if self.foreign:
            parts.append(f"of memories that are not here: {self.foreign:,}")
        if self.odd:
            parts.append(f"lines that could not be understood: {self.odd:,}")
        return ", ".join(parts)


def export_log(reviews: Reviews, path: Path) -> int:
    """Write the review log as CSV and return how many answers it has.

    Raises:
        ExportFailed: If the file cannot be written, or is a database.
    """
    log = reviews.log()
    text = to_csv(log, timezone=local_zone_name(), day_starts_at=reviews.calendar().rollover_hour)
    write_whole(path, [text])
    return len(log)


def export_anki(memories: Sequence[Memory], path: Path) -> int:
    """Write memories as an Anki deck and return how many.

    Raises:
        ExportFailed: If the file cannot be written, is a database, or the extra is not installed.
    """
    with replacing(path) as part:
        return write_apkg(memories, part)


def import_log_edit(reviews: Reviews, table: FeatureTable, path: Path) -> ImportedLog:
    """Return the edit that takes over the answers of a file which are not known here, and its counts; nothing is written.

    A card whose latest answer is among them is led on by it: as the file says where that is from Memento, else as if the
    answers had been given here, with the memory's own importance and usage. A memory that they make a leech is tagged.

    Raises:
        UnreadableSource: If it cannot be read, or is no review log.
    """
    answers, odd = from_csv(_read(path))
    log = reviews.log()
    seen = {(entry.memory_id, entry.answered_ms) for entry in log}
    ids = {entry.id for entry in log}
    fresh: dict[str, list[LoggedAnswer]] = {}
    known = foreign = 0
    for answer in answers:
        if answer.memory_id not in table.row_of:
            foreign += 1
        elif (answer.memory_id, answer.answered_ms) in seen:
            known += 1
        else:
            seen.add((answer.memory_id, answer.answered_ms))
            fresh.setdefault(answer.memory_id, []).append(answer)
    entries: list[ReviewLogEntry] = []
    before: dict[str, ReviewState | None] = {}
    after: dict[str, ReviewState | None] = {}
    deck = reviews.deck()
    rows = [table.row_of[identity] for identity in fresh]
    for (identity, given), row, weight, used in zip(fresh.items(), rows, *reviews.signals(rows), strict=True):
        model = reviews.scheduler_of(TYPES[int(table.type[row])].value)
        state = deck.states.get(identity)
        lead = partial(model.answer, importance=float(weight), usage=float(used))
        made, led = _replayed(given, state, model, lead, ids)
        entries += made
        if state is None or (state.last_review_ms or 0) < given[-1].answered_ms:
            before[identity], after[identity] = state, led
    if not entries:
        return ImportedLog(edit=None, added=0, known=known, foreign=foreign, odd=odd)
    label = f"Import {len(entries):,} answers"
    parts: list[edits.Edit] = [
        SetReviewStates(label=label, before=before, after=after),
        AddLog(label=label, entries=tuple(entries)),
    ]
    leeches = reviews.leech_edit({i: (_lapses(before[i]), _lapses(after[i])) for i in after}, label)
    if leeches is not None:
        parts.append(leeches)
    return ImportedLog(
        edit=Together(label=label, parts=tuple(parts)), added=len(entries), known=known, foreign=foreign, odd=odd
    )


def _lapses(state: ReviewState | None) -> int:
    return 0 if state is None else state.lapses


def _replayed(
    answers: Sequence[LoggedAnswer],
    state: ReviewState | None,
    model: Scheduler,
    lead: Callable[..., ReviewState],
    ids: set[str],
) -> tuple[list[ReviewLogEntry], ReviewState]:
    """The log entries of one card's answers, oldest first, and the card after the last of them.

    Answers that are newer than what the card knows go on from it, older ones from an introduction of their own.
    """
    card = model.introduce(answers[0].memory_id, answers[0].answered_ms)
    waiting = state
    entries = []
    for given in answers:
        if waiting is not None and (waiting.last_review_ms or 0) < given.answered_ms:
            card, waiting = waiting, None
        after = lead(card, given.answer, now_ms=given.answered_ms)
        entry = given.entry
        if entry is None or entry.id in ids:
            entry = log_entry(
                card, after, given.answer, model=model, identity=new_id(given.answered_ms), duration_ms=given.duration_ms
            )
        else:
            due = given.answered_ms + max(1, round(entry.interval_after_days * 86_400_000))
            tau = min(max(entry.tau_after_days, 0.001), 36_500.0)
            after = replace(after, interval_days=entry.interval_after_days, tau_days=tau, due_ms=due)
        ids.add(entry.id)
        entries.append(entry)
        card = after
    return entries, card


def _read(path: Path) -> str:
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise UnreadableSource(f"{path.name} is larger than any review log. Nothing was imported; choose another file.")
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableSource(f"{path.name} cannot be read ({error}). Nothing was imported.") from error
