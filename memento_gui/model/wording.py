"""Wording: the languages whose word endings a store's searches know."""

from collections.abc import Sequence
from typing import Final

from memento_gui.model.edits import PutSetting
from memento_gui.search.words import DEFAULT_LANGUAGES, LANGUAGES, splitter
from memento_gui.store import Store

_KEY: Final = "search.languages"


class Wording:
    """The languages of one store: English until others are chosen. Korean, Japanese and Chinese need none."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def known(self) -> tuple[str, ...]:
        """Every language that can be chosen, by its English name in small letters."""
        return LANGUAGES

    @property
    def languages(self) -> tuple[str, ...]:
        """The chosen languages; none leaves words as they are written."""
        return languages_of(self._store)

    def use(self, *languages: str) -> None:
        """Choose the languages; the next search indexes the words anew.

        Raises:
            InvalidParameter: If a language is unknown; nothing is changed.
        """
        with self._store.transaction() as writer:
            self.use_edit(languages).apply(writer)

    def use_edit(self, languages: Sequence[str]) -> PutSetting:
        """Return the edit that chooses the languages.

        Raises:
            InvalidParameter: If a language is unknown.
        """
        chosen = tuple(dict.fromkeys(languages))
        splitter(chosen)
        return PutSetting(label="Choose languages", key=_KEY, before=self._store.setting(_KEY), after=",".join(chosen))


def languages_of(store: Store) -> tuple[str, ...]:
    """Return the languages chosen in a store; those that a newer version may know are left out."""
    kept = store.setting(_KEY)
    return DEFAULT_LANGUAGES if kept is None else tuple(name for name in kept.split(",") if name in LANGUAGES)
