"""The model layer: one open library and everything that can be done with it.

``from memento_gui.model import Library`` is the whole of it for a script. The import happens when the name is asked for:
the window's first paint needs values of this package, but no database.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memento_gui.model.library import Library

__all__ = ["Library"]


def __getattr__(name: str) -> Any:
    if name == "Library":
        from memento_gui.model.library import Library  # noqa: PLC0415  # see above

        return Library
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
