"""The bundled embedding model: all-MiniLM-L6-v2 as an int8 ONNX file, run by fastembed without any network.

Importing this module loads the embedding runtime (about half a second); only who wants the model does so.
"""

from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Final

import numpy as np
import onnxruntime  # type: ignore[import-untyped]  # it ships no types
from fastembed import TextEmbedding
from fastembed.common.model_description import ModelSource, PoolingType

from memento_gui.domain.arrays import VectorArray
from memento_gui.domain.cancel import CancelToken
from memento_gui.search.embedding import Progress
from memento_gui.search.model_files import NETWORK, model_folder

BUNDLED: Final = "all-MiniLM-L6-v2 (int8)"
_REGISTERED: Final = "memento/all-MiniLM-L6-v2-int8"
_DIMENSIONS: Final = 384
_BATCH: Final = 8
_MOST_CHARACTERS: Final = 1 << 15
"""The model reads 512 tokens; splitting the rest of a megabyte into tokens would only take time."""

_registering: Final = Lock()


class BundledEmbedder:
    """The bundled English model. Loading takes about half a second: do it in a worker. Safe to call from any thread."""

    def __init__(self, *, threads: int = 1, cache: Path | None = None) -> None:
        """Check the model's files and load it.

        Args:
            threads: How many it may use; one while a window is in use.
            cache: Where folders for models are; a folder of the user's cache, if None.

        Raises:
            ModelUnavailable: If the package with the model is not installed, or the cache cannot be written.
            ModelDamaged: If one of its files does not have the expected checksum.
        """
        folder = model_folder(cache)
        _register()
        onnxruntime.disable_telemetry_events()  # Windows asks this, all others the environment (see the package)
        self._model = TextEmbedding(
            _REGISTERED,
            cache_dir=str(folder.parent),  # else fastembed makes one in the temp folder
            threads=threads,
            providers=["CPUExecutionProvider"],
            specific_model_path=str(folder),
            local_files_only=True,
        )

    @property
    def name(self) -> str:
        """The model's name, under which its vectors are stored."""
        return BUNDLED

    @property
    def dimensions(self) -> int:
        """How many numbers a vector has."""
        return _DIMENSIONS

    def embed(
        self, texts: Sequence[str], *, progress: Progress | None = None, cancel: CancelToken | None = None
    ) -> VectorArray:
        """Return N × 384 normalised vectors, in the order of the texts; short texts go first, eight at a time.

        Args:
            texts: Any texts; what the model does not read of long ones does not count.
            progress: Told after each batch how many of how many are done.
            cancel: Asked before each batch.

        Raises:
            Cancelled: If ``cancel`` was set.
        """
        vectors = np.zeros((len(texts), _DIMENSIONS), dtype=np.float32)
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        for start in range(0, len(order), _BATCH):
            if cancel is not None:
                cancel.check()
            batch = order[start : start + _BATCH]
            vectors[batch] = list(self._model.embed([_readable(texts[place]) for place in batch], batch_size=_BATCH))
            if progress is not None:
                progress(start + len(batch), len(order))
        return vectors

    def embed_query(self, text: str) -> VectorArray:
        """Return the 384 numbers of a query, normalised."""
        found: VectorArray = self.embed([text])[0]
        return found


def _register() -> None:
    """Make the model known to fastembed, once."""
    with _registering:
        if _REGISTERED not in {str(model["model"]) for model in TextEmbedding.list_supported_models()}:
            TextEmbedding.add_custom_model(
                _REGISTERED,
                pooling=PoolingType.MEAN,
                normalization=True,
                sources=ModelSource(hf=_REGISTERED),  # never asked: the folder is given
                dim=_DIMENSIONS,
                model_file=NETWORK,
            )


def _readable(text: str) -> str:
    """Return the part that can count, without halves of characters (a query may hold one)."""
    return text[:_MOST_CHARACTERS].encode("utf-8", "replace").decode("utf-8")
