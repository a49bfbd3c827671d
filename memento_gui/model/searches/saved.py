"""Saved searches: queries worth keeping, by name."""

from memento_gui.domain.errors import InvalidMemory
from memento_gui.model.edits import PutSavedSearch
from memento_gui.store import SavedSearch, Store


class SavedSearches:
    """The saved searches of one store. Safe to call from any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def every(self) -> tuple[SavedSearch, ...]:
        """Return them in the order of their list."""
        return tuple(self._store.saved_searches())

    def save_edit(self, name: str, query: str) -> PutSavedSearch:
        """Return the edit that keeps a query under a name, in place of an earlier one of the same name.

        Raises:
            InvalidMemory: If the name or the query is empty.
        """
        name, query = " ".join(name.split()), query.strip()
        if not name or not query:
            raise InvalidMemory("A saved search needs a name and words to search for. Nothing was saved; give both.")
        known = self.every()
        before = next((search for search in known if search.name == name), None)
        position = before.position if before else 1 + max((search.position for search in known), default=-1)
        after = SavedSearch(name=name, query=query, position=position)
        return PutSavedSearch(label=f"Save search {name}", name=name, before=before, after=after)

    def remove_edit(self, name: str) -> PutSavedSearch:
        """Return the edit that forgets a saved search."""
        before = next((search for search in self.every() if search.name == name), None)
        return PutSavedSearch(label=f"Delete search {name}", name=name, before=before, after=None)
