"""Gathers everything that the detail pane shows about one memory; called in a worker."""

from memento_gui.domain.memory import Memory
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.decay import decay_score, tag_factor, time_to_threshold
from memento_gui.model.library import Library
from memento_gui.qt.phrases import MINUS, age_text, count_text, days_between
from memento_gui.qt.widgets.detail import Detail, Fading, Linked, Standing
from memento_gui.qt.widgets.markdown import colour_code


def gather(library: Library, memory_id: str, parameters: ParameterSet) -> Detail:
    """Return a memory with its signals, decay, relations and history.

    Raises:
        UnknownMemory: If it is no longer there.
    """
    now = library.clock.now_ms()
    memory = library.get(memory_id)
    colour_code(memory.content)
    return Detail(
        memory=memory,
        standing=_standing(library, memory, parameters, now),
        fading=_fading(memory, parameters, now),
        parameters=parameters,
        now_ms=now,
        relations=_relations(library, memory),
        revisions=tuple(library.revisions(memory_id)),
        read_only=library.read_only,
    )


def _standing(library: Library, memory: Memory, parameters: ParameterSet, now: int) -> Standing:
    table = library.features()
    row = table.row_of.get(memory.id)
    if row is None:  # written this very moment; the next change shows it
        return Standing(
            score=0.0, recency=0.0, importance=0.0, usage=0.0, recency_note="", importance_note="", usage_note=""
        )
    found = library.scores.standing(parameters)
    age = days_between(now, memory.created_ms)
    half_life = parameters.recency.half_life[memory.type.value]
    return Standing(
        score=float(found.score[row]),
        recency=float(found.recency[row]),
        importance=float(found.importance[row]),
        usage=float(found.usage[row]),
        recency_note=f"{_days(age)} old, half-life {half_life:g} d",
        importance_note=_importance_note(memory, parameters),
        usage_note=", ".join(
            (
                count_text(memory.views, "view", "views"),
                count_text(memory.cites, "cite", "cites"),
                count_text(memory.edits, "edit", "edits"),
            )
        ),
    )


def _days(days: float) -> str:
    return f"{int(days)} d" if days >= 1 else age_text(days)


def _importance_note(memory: Memory, parameters: ParameterSet) -> str:
    knobs = parameters.importance
    terms = [
        (knobs.pinned if memory.pinned else 0.0, "pin"),
        (knobs.type_boost[memory.type.value], memory.type.value),
        (knobs.project_boost.get(memory.project, 0.0), memory.project),
    ]
    boosts = [f"{MINUS if value < 0 else '+'} {abs(value):.2f} {what}" for value, what in terms if value]
    return " ".join([f"{memory.importance:.2f}", *boosts])


def _fading(memory: Memory, parameters: ParameterSet, now: int) -> Fading:
    knobs = parameters.decay
    pace = tag_factor(memory.tags, knobs)
    last = memory.created_ms if memory.last_used_ms is None else memory.last_used_ms
    idle = days_between(now, last)
    score = float(decay_score(memory.uses, idle, memory.strength, knobs, tag_factor=pace))

    def wait(threshold: float) -> float:
        days = time_to_threshold(score, threshold, since_last_use_days=idle, parameters=knobs, tag_factor=pace)
        return float(days)

    return Fading(score=score, promote_days=wait(knobs.promote), forget_days=wait(knobs.forget), tag_factor=pace)


def _relations(library: Library, memory: Memory) -> tuple[Linked, ...]:
    relations = library.relations(memory.id)
    others = [r.target_id if r.source_id == memory.id else r.source_id for r in relations]
    known = {other.id: other for other in library.get_many(list(dict.fromkeys(others)))}
    return tuple(
        Linked(
            memory_id=other,
            title=" ".join(known[other].headline.split()) if other in known else "",
            kind=known[other].type.value if other in known else "",
            relation=relation.type.replace("_", " ").lower() or "related",
            outgoing=relation.source_id == memory.id,
            exists=other in known,
            relation_id=relation.id,
        )
        for relation, other in zip(relations, others, strict=True)
    )
