"""The embedding model that comes with Memento."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memento_gui.search.embedder import BundledEmbedder


def bundled_model(*, threads: int = 1) -> "BundledEmbedder":
    """Load the bundled model; the embedding runtime is imported only now, which takes half a second.

    Args:
        threads: How many the model may use.

    Raises:
        ModelError: If it cannot be used; search then goes by words.
    """
    from memento_gui.search.embedder import BundledEmbedder  # noqa: PLC0415  # most uses of a store need no model

    return BundledEmbedder(threads=threads)
