"""The bundled embedding model, to hand to `Library.open`; importing this loads the embedding runtime."""

from memento_gui.search.embedder import BundledEmbedder

__all__ = ["BundledEmbedder"]
