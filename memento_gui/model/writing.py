"""Writing: new memories and changed fields as edits, with what is suggested for them."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import fields as dataclass_fields
from typing import Any, Final

from memento_gui.domain.clock import Clock
from memento_gui.domain.errors import InvalidMemory
from memento_gui.domain.identity import new_id
from memento_gui.domain.memory import Category, Memory, MemoryType, Scope, Status, clean_tags
from memento_gui.domain.parameters import ParameterSet
from memento_gui.engine.strength import StrengthSuggestion, suggested_strength
from memento_gui.engine.titles import suggested_title
from memento_gui.model import edits
from memento_gui.store import Store

_WORDS: Final = {"type": MemoryType, "category": Category, "scope": Scope, "status": Status}
_KNOWN: Final = frozenset(declared.name for declared in dataclass_fields(Memory))


class Writing:
    """Makes memories and edits of them from fields as a caller names them; writes nothing itself."""

    def __init__(self, store: Store, clock: Clock, parameters: Callable[[], ParameterSet]) -> None:
        self._store, self._clock, self._parameters = store, clock, parameters

    def drafted(
        self, content: str, *, importance: float | None = None, strength: float | None = None, **fields: Any
    ) -> Memory:
        """Return the memory that `Library.remember` would write; arguments and errors are its own."""
        given = _checked(fields)
        now = self._clock.now_ms()
        suggested = self.strength(given.get("tags", ()), given.get("category", Category.OTHER))
        values = {"id": new_id(now), "created_ms": now, "updated_ms": now, **given}
        return Memory(
            content=content,
            importance=self._parameters().importance.default if importance is None else importance,
            strength=suggested.value if strength is None else strength,
            **values,
        )

    def edit_of(self, identity: str, **fields: Any) -> edits.Edit:
        """Return the edit that changes fields of a memory; changed words keep the earlier ones as a revision.

        Raises:
            UnknownMemory, InvalidMemory: As their names say.
        """
        memory, given, now = self._store.get(identity), _checked(fields), self._clock.now_ms()
        words = {name: given.pop(name, getattr(memory, name)) for name in ("title", "content")}
        if words == {"title": memory.title, "content": memory.content}:
            return edits.set_fields([memory], "Edit memory", now_ms=now, **given)
        return edits.rewrite(memory, **words, now_ms=now, **given)

    def strength(self, tags: Collection[str], category: Category) -> StrengthSuggestion:
        """Return the strength that a memory with these tags and this category is suggested, and why."""
        return suggested_strength(tags, category, self._parameters().decay)

    def title(self, content: str) -> str:
        """Return a title for a text; empty where the text is a title by itself."""
        return suggested_title(content)


def _checked(given: Mapping[str, Any]) -> dict[str, Any]:
    """Give words their enumerations and tags their order.

    Raises:
        InvalidMemory: For a field that does not exist, or a word that is none of its kind.
    """
    values = dict(given)
    for name, value in given.items():
        if name not in _KNOWN:
            raise InvalidMemory(f"A memory has no field {name!r}. Nothing was saved.")
        if name in _WORDS:
            try:
                values[name] = _WORDS[name](value)
            except ValueError:
                listed = ", ".join(member.value for member in _WORDS[name])
                raise InvalidMemory(f"{name} must be one of {listed}; given: {value!r}. Nothing was saved.") from None
    if "tags" in values:
        values["tags"] = _checked_tags(values["tags"])
    return values


def _checked_tags(given: object) -> tuple[str, ...]:
    """Return the tags of any collection of texts; a single text is none, it would fall apart into letters."""
    if not isinstance(given, tuple | list | set | frozenset) or not all(isinstance(tag, str) for tag in given):
        raise InvalidMemory(f"The tags must be a list of texts; given: {given!r}. Nothing was saved.")
    return clean_tags(tuple(given))
