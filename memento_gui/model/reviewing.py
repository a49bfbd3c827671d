"""Review: today's queue, what each answer would lead to, and the edit that records one."""

from collections import Counter
from dataclasses import replace

import numpy as np

from memento_gui.domain.arrays import BoolArray, FloatArray, IntArray
from memento_gui.domain.clock import DAY_MS, Clock, local_datetime
from memento_gui.domain.features import FeatureTable
from memento_gui.domain.identity import new_id
from memento_gui.domain.memory import Answer, Feedback, Memory, ReviewLogEntry, ReviewState
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.importance import importance, project_boosts
from memento_gui.engine.usage import usage, usage_range, usage_raw
from memento_gui.model import edits
from memento_gui.model.values import Card, Outlook, ReviewQueue
from memento_gui.review.cards import ReviewTable
from memento_gui.review.days import count_by_day, day_boundaries_ms, day_end_ms, day_of, day_start_ms
from memento_gui.review.log import log_entry
from memento_gui.review.queue import Queue, Today, build, due_mask, introducible, rows_of
from memento_gui.review.schedulers import scheduler
from memento_gui.store import Store

_FEEDBACK = {Answer.BAD: "not_helpful", Answer.OK: "used", Answer.HELPFUL: "helpful"}
_USED = frozenset({Answer.OK, Answer.HELPFUL})


class Reviews:
    """The review cards of one store. Days are local and begin at the parameters' rollover hour."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def queue(self, table: FeatureTable, parameters: ParameterSet, *, limit: int | None = None) -> ReviewQueue:
        """Return today's cards, due ones first, then the memories that become cards today."""
        today = self._today(parameters)
        states = self._store.review_states()
        cards = ReviewTable.of(states)
        queue = build(cards, table, parameters, today=today)
        answered = self._store.review_log(since_ms=today.start_ms)
        return ReviewQueue(
            cards=tuple(self._cards(queue, states, table, limit)),
            due=len(queue.due),
            new=len(queue.new),
            done=len(answered),
            answers=Counter(entry.answer for entry in answered),
            seconds_a_card=_seconds_a_card(answered),
        )

    def outlook(self, card: Card, table: FeatureTable, parameters: ParameterSet) -> dict[Answer, Outlook]:
        """Return what each answer given now would lead to."""
        now = self._clock.now_ms()
        after = {answer: self._after(card.memory, card.state, answer, table, parameters, now)[1] for answer in Answer}
        return {answer: Outlook(interval_days=s.interval_days, due_ms=s.due_ms) for answer, s in after.items()}

    def answer(
        self,
        memory: Memory,
        answer: Answer,
        table: FeatureTable,
        parameters: ParameterSet,
        *,
        mode: str = "rehearse",
        duration_ms: int | None = None,
    ) -> edits.AnswerCard:
        """Return the edit that records an answer given now; it introduces a memory that was no card yet."""
        now = self._clock.now_ms()
        state = self._store.review_state(memory.id)
        before, after = self._after(memory, state, answer, table, parameters, now)
        entry = log_entry(
            before,
            after,
            answer,
            model=scheduler(parameters.review),
            identity=new_id(now),
            mode=mode,
            duration_ms=duration_ms,
        )
        label = f"Answer {answer.value}"
        used = {"uses": memory.uses + 1, "last_used_ms": now} if answer in _USED else {}
        event = _FEEDBACK.get(answer)
        return edits.AnswerCard(
            label=label,
            card=edits.SetReviewState(label=label, memory_id=memory.id, before=state, after=after),
            counters=edits.set_each([(memory, used)], label, now_ms=now),
            entry=entry,
            feedback=(Feedback(memory_id=memory.id, event=event, created_ms=now),) if event else (),
        )

    def bury(self, memory_id: str, parameters: ParameterSet) -> edits.SetReviewState:
        """Return the edit that keeps a card out of the queue until tomorrow."""
        state = self._store.review_state(memory_id)
        end = self._today(parameters).end_ms
        after = None if state is None else replace(state, buried_until_ms=end)
        return edits.SetReviewState(label="Bury until tomorrow", memory_id=memory_id, before=state, after=after)

    def forecast(self, table: FeatureTable, parameters: ParameterSet, days: int) -> tuple[int, IntArray]:
        """Return the start of today and how many known cards fall due on each of the next days; overdue ones on today."""
        today = self._today(parameters)
        known = [s for s in self._store.review_states() if self._askable(s, table)]
        due = np.array([max(s.due_ms, s.buried_until_ms or 0, today.now_ms) for s in known], dtype=np.int64)
        return today.start_ms, count_by_day(due, self._boundaries(parameters, first=0, days=days))

    def answers_by_day(self, parameters: ParameterSet, days: int) -> tuple[IntArray, IntArray]:
        """Return the first instants of the last ``days`` review days, today last, and the answers on each."""
        boundaries = self._boundaries(parameters, first=1 - days, days=days)
        log = self._store.review_log(since_ms=int(boundaries[0]))
        answered = np.array([entry.answered_ms for entry in log], dtype=np.int64)
        return boundaries[:-1], count_by_day(answered, boundaries)

    def retention(self) -> list[tuple[int, int, float, int]]:
        """Return year, month, share of ok and helpful answers, and number of answers of each month with reviews."""
        months: dict[tuple[int, int], list[bool]] = {}
        for entry in self._store.review_log():
            when = local_datetime(entry.answered_ms)
            months.setdefault((when.year, when.month), []).append(entry.answer in _USED)
        return [(year, month, sum(good) / len(good), len(good)) for (year, month), good in sorted(months.items())]

    def due_mask(self, table: FeatureTable, parameters: ParameterSet) -> BoolArray:
        """Return which of N memories are due today."""
        cards = ReviewTable.of(self._store.review_states())
        rows = rows_of(cards, table)
        mask = np.zeros(len(table), dtype=np.bool_)
        mask[rows[due_mask(cards, table, rows, today=self._today(parameters))]] = True
        return mask

    def new_mask(self, table: FeatureTable, parameters: ParameterSet) -> BoolArray:
        """Return which of N memories may become cards."""
        known = {state.memory_id for state in self._store.review_states()}
        mask = np.zeros(len(table), dtype=np.bool_)
        mask[introducible(table, parameters.review, known=known)] = True
        return mask

    def reviewed_days(self, table: FeatureTable) -> FloatArray:
        """Return the days since each of N memories was last reviewed; NaN for those that never were."""
        column = np.full(len(table), np.nan)
        now = self._clock.now_ms()
        for state in self._store.review_states():
            row = table.row_of.get(state.memory_id)
            if row is not None and state.last_review_ms is not None:
                column[row] = max(now - state.last_review_ms, 0) / DAY_MS
        return column

    def recall_column(self, table: FeatureTable, parameters: ParameterSet) -> FloatArray:
        """Return each of N memories' predicted recall; NaN for those that are no cards."""
        cards = ReviewTable.of(self._store.review_states())
        rows = rows_of(cards, table)
        column = np.full(len(table), np.nan)
        known = rows >= 0
        column[rows[known]] = scheduler(parameters.review).recalls(cards, self._clock.now_ms())[known]
        return column

    def _boundaries(self, parameters: ParameterSet, *, first: int, days: int) -> IntArray:
        hour = parameters.review.rollover_hour
        day = day_of(self._clock.now_ms(), None, hour)
        return day_boundaries_ms(type(day).fromordinal(day.toordinal() + first), days, None, hour)

    def _today(self, parameters: ParameterSet) -> Today:
        now, hour = self._clock.now_ms(), parameters.review.rollover_hour
        return Today(start_ms=day_start_ms(now, None, hour), end_ms=day_end_ms(now, None, hour), now_ms=now)

    def _cards(self, queue: Queue, states: list[ReviewState], table: FeatureTable, limit: int | None) -> list[Card]:
        due = [states[row] for row in queue.due[:limit]]
        room = None if limit is None else max(0, limit - len(due))
        new = [str(table.ids[row]) for row in queue.new[:room]]
        memories = {m.id: m for m in self._store.get_many([*(s.memory_id for s in due), *new])}
        known = [
            Card(memory=memories[s.memory_id], state=s, recall=float(recall))
            for s, recall in zip(due, queue.recall, strict=False)
            if s.memory_id in memories
        ]
        return known + [Card(memory=memories[i], state=None, recall=1.0) for i in new if i in memories]

    def _after(
        self,
        memory: Memory,
        state: ReviewState | None,
        answer: Answer,
        table: FeatureTable,
        parameters: ParameterSet,
        now: int,
    ) -> tuple[ReviewState, ReviewState]:
        model = scheduler(parameters.review)
        before = state or model.introduce(memory.id, now)
        weight, used = _signals(memory.id, table, parameters)
        return before, model.answer(before, answer, now_ms=now, importance=weight, usage=used)

    def _askable(self, state: ReviewState, table: FeatureTable) -> bool:
        row = table.row_of.get(state.memory_id)
        return row is not None and bool(table.active[row]) and not state.suspended


def _signals(identity: str, table: FeatureTable, parameters: ParameterSet) -> tuple[float, float]:
    """A memory's importance and usage signals; usage is compared with every memory, trashed ones included."""
    row = table.row_of.get(identity)
    if row is None:
        return parameters.importance.default, 0.0
    one = table.take(np.array([row]))
    boost = project_boosts(one.project, table.projects, parameters.importance)
    weight = importance(
        one.importance, pinned=one.pinned, type_codes=one.type, project_boost=boost, parameters=parameters.importance
    )
    raw = usage_raw(table.views, table.cites, table.edits, parameters.usage)
    used = usage(raw[row : row + 1], *usage_range(raw, parameters.usage.max_percentile))
    return float(weight[0]), float(used[0])


def _seconds_a_card(log: list[ReviewLogEntry]) -> float | None:
    timed = [entry.duration_ms for entry in log if entry.duration_ms is not None]
    return sum(timed) / len(timed) / 1000 if timed else None
