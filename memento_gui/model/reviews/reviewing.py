"""Review: the rules, today's queue, what each answer would lead to, and the edits that a review makes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

import numpy as np

from memento_gui.domain.arrays import BoolArray, FloatArray, IntArray
from memento_gui.domain.clock import DAY_MS, Clock
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.identity import new_id
from memento_gui.domain.memory import Answer, Feedback, Memory, ReviewLogEntry, ReviewState
from memento_gui.domain.parameters import ParameterSet
from memento_gui.domain.review_counts import Month, PerDay
from memento_gui.domain.review_log import LogTable
from memento_gui.domain.review_rules import ReviewRules
from memento_gui.domain.review_session import ReviewSession
from memento_gui.engine.importance import importance, project_boosts
from memento_gui.engine.usage import TableUsage
from memento_gui.model import edits
from memento_gui.model.live import LiveStore
from memento_gui.model.reviews.deck import Deck, Decks
from memento_gui.model.reviews.edits import merge_stored
from memento_gui.model.values import Card, Neighbour, Outlook, ReviewQueue
from memento_gui.review.days import day_end_ms, day_start_ms
from memento_gui.review.forecast import Calendar, answers_by_day, due_by_day, retention_by_month, tally
from memento_gui.review.log import log_entry
from memento_gui.review.queue import Queue, Today, Wish, build, introducible
from memento_gui.review.schedulers import Scheduler, scheduler
from memento_gui.store import Store

RULES: Final = "review.rules"
"""Setting that holds the store's review rules."""
SESSION: Final = "review.session"
"""Setting that holds the review session under way."""
LEECH: Final = "leech"
"""Tag of a memory that was answered bad again and again."""
LEECH_FROM: Final = 8
LEECH_AGAIN: Final = 4
LOWER_BY: Final = 0.2

_FEEDBACK = {Answer.BAD: "not_helpful", Answer.OK: "used", Answer.HELPFUL: "helpful"}
_USED = frozenset({Answer.OK, Answer.HELPFUL})


class Reviews:
    """The review cards of one store. Days are local and begin at the parameters' rollover hour."""

    def __init__(  # noqa: PLR0913  # what reviews need of the library, each as narrow as it is
        self,
        store: Store,
        live: LiveStore,
        clock: Clock,
        *,
        parameters: Callable[[], ParameterSet],
        usage: Callable[[FeatureTable], TableUsage],
        passed: Callable[[str], BoolArray],
        nearest: Callable[[str, int], list[tuple[str, float | None]]],
    ) -> None:
        self._store, self._clock = store, clock
        self._live = live
        self._decks = Decks(store, live)
        self._kept_log = (0, 0, ""), LogTable.of([])
        self._kept_rules: tuple[int, ReviewRules] | None = None
        self._parameters, self._usage, self._passed, self._nearest = parameters, usage, passed, nearest

    # Rules and session

    def rules(self) -> ReviewRules:
        """Return the store's rules."""
        sequence = self._live.snapshot().sequence
        if self._kept_rules is None or self._kept_rules[0] != sequence:
            self._kept_rules = (sequence, ReviewRules.of_text(self._store.setting(RULES)))
        return self._kept_rules[1]

    def rules_edit(self, rules: ReviewRules) -> edits.PutSetting:
        """Return the edit that changes the rules."""
        before = self._store.setting(RULES)
        return edits.PutSetting(label="Change the review rules", key=RULES, before=before, after=rules.to_text())

    def session(self) -> ReviewSession:
        """Return the session under way, as it was left."""
        return ReviewSession.of_text(self._store.setting(SESSION))

    def keep_session(self, session: ReviewSession) -> None:
        """Remember the session, so that it goes on after a restart; a read-only store remembers nothing."""
        if not self._store.read_only and session != self.session():
            with self._store.transaction() as writer:
                writer.put_setting(SESSION, session.to_text())

    def parameters(self) -> ParameterSet:
        """Return the active parameter set."""
        return self._parameters()

    # The queue

    def queue(self, *, limit: int | None = None, session: ReviewSession | None = None, front: str = "") -> ReviewQueue:
        """Return today's cards, due ones first, then the memories that become cards today.

        Args:
            limit: How many cards to fetch; the counts are of all.
            session: Order and choice of cards; the usual ones if None.
            front: The id of a card that comes first, if it is in the queue.
        """
        asked, rules, today = session or ReviewSession(), self.rules(), self.moment()
        today = replace(today, ahead_ms=asked.ahead_days * DAY_MS)
        answered = self._store.review_log(since_ms=max(today.start_ms, asked.since_ms if asked.query else 0))
        deck = self._decks.deck()
        wish = Wish(
            order=asked.order,
            among=self._passing(asked.query, deck) if asked.query else None,
            since_ms=asked.since_ms,
            done=len(answered),
            tags=deck.tags,
            seed=today.start_ms,
        )
        queue = self._built(deck, today, rules, wish)
        done = tally(answered)
        return ReviewQueue(
            cards=tuple(self._cards(queue, deck, limit, front)),
            due=len(queue.due),
            new=len(queue.new),
            done=len(answered),
            answers=done.answers,
            seconds_a_card=done.seconds_a_card,
            later=queue.waiting - len(queue.due),
            grown=sum(entry.interval_after_days > entry.interval_before_days for entry in answered),
            shrunk=sum(entry.interval_after_days < entry.interval_before_days for entry in answered),
        )

    def _built(self, deck: Deck, today: Today, rules: ReviewRules, wish: Wish) -> Queue:
        return build(
            deck.cards,
            deck.table,
            self._parameters(),
            today=today,
            rules=rules,
            wish=wish,
            rows=deck.rows,
            introduced=self._named(deck, rules),
        )

    def _passing(self, query: str, deck: Deck) -> BoolArray:
        """Which memories of a deck's table a filter line lets through; none for an empty one.

        What was added or purged since the deck was read makes a newer table: only the rows that both have count.
        """
        mask = np.zeros(len(deck.table), dtype=np.bool_)
        if query.strip():
            passed = self._passed(query)
            both = min(len(mask), len(passed))
            mask[:both] = passed[:both]
        return mask

    def _named(self, deck: Deck, rules: ReviewRules) -> BoolArray | None:
        """Which memories the rules name by tag or query."""
        if not rules.tags and not rules.query.strip():
            return None
        wanted = {tag.casefold() for tag in rules.tags}
        row_of = deck.table.row_of
        named = self._passing(rules.query, deck)
        for identity, tags in deck.tags.items() if wanted else ():
            if identity in row_of and not wanted.isdisjoint(tag.casefold() for tag in tags):
                named[row_of[identity]] = True
        return named

    def _cards(self, queue: Queue, deck: Deck, limit: int | None, front: str) -> list[Card]:
        """The first cards, each due one with its recall; the one in ``front`` comes before all."""
        asked: list[tuple[str, float | None]] = [
            *((str(deck.cards.ids[row]), float(recall)) for row, recall in zip(queue.due, queue.recall, strict=True)),
            *((str(deck.table.ids[row]), None) for row in queue.new),
        ]
        first = sorted(asked, key=lambda pair: pair[0] != front)[:limit] if front else asked[:limit]
        memories = {memory.id: memory for memory in self._store.get_many([identity for identity, _ in first])}
        return [
            Card(memory=memories[i], state=None, recall=1.0)
            if recall is None
            else Card(memory=memories[i], state=deck.states[i], recall=recall)
            for i, recall in first
            if i in memories
        ]

    # One card

    def outlook(self, card: Card) -> dict[Answer, Outlook]:
        """Return what each answer given now would lead to."""
        now, signals = self._clock.now_ms(), self._signals(card.memory.id)
        after = {answer: self._after(card.memory, card.state, answer, now, signals)[1] for answer in Answer}
        return {answer: Outlook(interval_days=s.interval_days, due_ms=s.due_ms) for answer, s in after.items()}

    def answer_edit(
        self, memory: Memory, answer: Answer, *, mode: str = "rehearse", duration_ms: int | None = None
    ) -> edits.AnswerCard:
        """Return the edit that records an answer given now; it introduces a memory that was no card yet.

        A memory that was answered bad eight times, and after every four more, gets the tag ``leech``.
        """
        now, identity = self._clock.now_ms(), memory.id
        state = self._store.review_state(identity)
        before, after = self._after(memory, state, answer, now, self._signals(identity))
        model, label = self._model(memory), f"Answer {answer.value}"
        entry = log_entry(before, after, answer, model=model, identity=new_id(now), mode=mode, duration_ms=duration_ms)
        changes: dict[str, object] = {"uses": memory.uses + 1, "last_used_ms": now} if answer in _USED else {}
        if answer is Answer.BAD and is_leech(after.lapses) and LEECH not in memory.tags:
            changes["tags"] = (*memory.tags, LEECH)
        event = _FEEDBACK.get(answer)
        return edits.AnswerCard(
            label=label,
            card=edits.SetReviewState(label=label, memory_id=identity, before=state, after=after),
            counters=edits.set_each([(memory, changes)], label, now_ms=now),
            entry=entry,
            feedback=(Feedback(memory_id=identity, event=event, created_ms=now),) if event else (),
        )

    def leech_edit(self, lapses: Mapping[str, tuple[int, int]], label: str) -> edits.SetFields | None:
        """Return the edit that tags the memories which bad answers given elsewhere made leeches; None if there are none.

        Args:
            lapses: How often each memory was answered bad, before and after them.
            label: What the step is called.
        """
        made = [i for i, (before, after) in lapses.items() if any(map(is_leech, range(before + 1, after + 1)))]
        memories = [memory for memory in self._store.get_many(made) if LEECH not in memory.tags]
        if not memories:
            return None
        changes = [(memory, {"tags": (*memory.tags, LEECH)}) for memory in memories]
        return edits.set_each(changes, label, now_ms=self._clock.now_ms())

    def bury_edit(self, memory: Memory) -> edits.SetReviewState:
        """Return the edit that keeps a card out of the queue until tomorrow."""
        return self._aside(memory, "Bury until tomorrow", self.moment().end_ms)

    def snooze_edit(self, memory: Memory, days: int) -> edits.SetReviewState:
        """Return the edit that keeps a card out of the queue until the review day in so many days."""
        calendar = self.calendar()
        day = self.today() + timedelta(days=max(days, 1))
        return self._aside(memory, f"Snooze until {day:%d %b}", int(calendar.boundaries_ms(day, 0)[0]))

    def suspend_edit(self, memory: Memory, *, suspended: bool) -> edits.SetReviewState:
        """Return the edit that does not ask a card any more, or asks it again."""
        before = self._store.review_state(memory.id)
        label = "Suspend the card" if suspended else "Ask the card again"
        after = replace(before or self._model(memory).introduce(memory.id, self._clock.now_ms()), suspended=suspended)
        return edits.SetReviewState(label=label, memory_id=memory.id, before=before, after=after)

    def lower_edit(self, memory: Memory) -> edits.SetFields:
        """Return the edit that makes a memory less important, by 0.2."""
        lower = round(max(memory.importance - LOWER_BY, 0.0), 4)
        label = f"Lower importance to {lower:.2f}"
        return edits.set_fields([memory], label, now_ms=self._clock.now_ms(), importance=lower)

    def _aside(self, memory: Memory, label: str, until_ms: int) -> edits.SetReviewState:
        """A memory that is no card yet becomes one, so that it is remembered until when it was put aside."""
        before = self._store.review_state(memory.id)
        card = before or self._model(memory).introduce(memory.id, self._clock.now_ms())
        return edits.SetReviewState(
            label=label, memory_id=memory.id, before=before, after=replace(card, buried_until_ms=until_ms)
        )

    def neighbours(self, identity: str, limit: int = 8) -> list[Neighbour]:
        """Return the memories in use that are most like one, best first."""
        found = dict(self._nearest(identity, limit))
        return [
            Neighbour(memory=memory, similarity=found[memory.id])
            for memory in self._store.get_many(list(found))
            if memory.id != identity
        ]

    def merge_edit(self, memory: Memory, other: Neighbour) -> edits.Edit:
        """Return the edit that puts one memory in the place of two; both go to the trash, in one step."""
        return merge_stored(
            self._store, [memory, other.memory], max(other.similarity or 0.0, 0.0), now_ms=self._clock.now_ms()
        )

    def scheduler_of(self, kind: str) -> Scheduler:
        """Return the scheduler that leads cards of a type."""
        return scheduler(self.rules().scheduled(self._parameters().review, kind))

    # Looking ahead and back

    def calendar(self) -> Calendar:
        """Return what makes a review day here: the computer's zone and the parameters' rollover hour."""
        return Calendar(None, self._parameters().review.rollover_hour)

    def today(self) -> date:
        """Return today's review day."""
        return self.calendar().day(self._clock.now_ms())

    def forecast(self, days: int = 30) -> PerDay:
        """Return how many known cards fall due on each of the next days, today first; overdue ones are today's."""
        deck = self._decks.deck()
        return due_by_day(deck.cards, deck.table, now_ms=self._clock.now_ms(), calendar=self.calendar(), days=days)

    def answers_by_day(self, days: int = 168) -> PerDay:
        """Return how many answers were given on each of the last days, today last."""
        return answers_by_day(self.log_table(), now_ms=self._clock.now_ms(), calendar=self.calendar(), days=days)

    def months(self) -> list[Month]:
        """Return each month with answers, and how many of them said that the memory was still known."""
        return retention_by_month(self.log_table(), calendar=self.calendar())

    def log(self) -> list[ReviewLogEntry]:
        """Return every answer, oldest first."""
        return self._store.review_log()

    def log_table(self) -> LogTable:
        """Return every answer as columns, oldest first. Only those that came since the last call are read."""
        (mark, kept), wanted = self._kept_log, self._store.review_log_mark()
        if mark == wanted:
            return kept
        newer = self._store.review_log_table(since_ms=int(kept.answered_ms[-1]) + 1) if len(kept) else LogTable.of([])
        log = kept.followed_by(newer)
        if not len(newer) or log.sum != wanted[:2]:  # some were taken back, or others came in between
            log = self._store.review_log_table()
        self._kept_log = wanted, log
        return log

    def deck(self) -> Deck:
        """Return every card as columns, with the memories behind them."""
        return self._decks.deck()

    def introducible(self, rules: ReviewRules, parameters: ParameterSet, *, most: int | None = None) -> IntArray:
        """Return which memories rules would make cards, as rows of the deck's table, in the order of their introduction."""
        deck = self._decks.deck()
        named = self._named(deck, rules)
        return introducible(deck.table, parameters.review, known=set(deck.states), rules=rules, named=named, most=most)

    def signals(self, rows: Sequence[int] | IntArray | None = None) -> tuple[FloatArray, FloatArray]:
        """Return importance and usage of memories, in [0, 1]; of all rows of the deck's table if none are named."""
        table, parameters = self._decks.deck().table, self._parameters()
        picked = np.arange(len(table)) if rows is None else np.asarray(rows, dtype=np.int64)
        some = table.take(picked)
        boost = project_boosts(some.project, table.projects, parameters.importance)
        weight = importance(
            some.importance, pinned=some.pinned, type_codes=some.type, project_boost=boost, parameters=parameters.importance
        )
        return weight, self._usage(table).signal[picked]

    # Inside

    def moment(self) -> Today:
        """Return now, in its review day."""
        now, hour = self._clock.now_ms(), self._parameters().review.rollover_hour
        return Today(start_ms=day_start_ms(now, None, hour), end_ms=day_end_ms(now, None, hour), now_ms=now)

    def _model(self, memory: Memory) -> Scheduler:
        return self.scheduler_of(memory.type.value)

    def _after(
        self, memory: Memory, state: ReviewState | None, answer: Answer, now: int, signals: tuple[float, float]
    ) -> tuple[ReviewState, ReviewState]:
        model = self._model(memory)
        before = state or model.introduce(memory.id, now)
        return before, model.answer(before, answer, now_ms=now, importance=signals[0], usage=signals[1])

    def _signals(self, identity: str) -> tuple[float, float]:
        row = self._decks.deck().table.row_of.get(identity)
        if row is None:
            return self._parameters().importance.default, 0.0
        weight, used = self.signals([row])
        return float(weight[0]), float(used[0])


def is_leech(lapses: int) -> bool:
    """Return whether so many bad answers make a memory a leech: the eighth, and every fourth after it."""
    return lapses >= LEECH_FROM and (lapses - LEECH_FROM) % LEECH_AGAIN == 0
