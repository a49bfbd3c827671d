"""The bundled model: meaning for real, files checked, the network never asked."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pytest

from memento_gui.domain.arrays import VectorArray
from memento_gui.domain.cancel import CancelToken
from memento_gui.domain.errors import Cancelled, ModelDamaged, ModelUnavailable
from memento_gui.domain.resources import resources
from memento_gui.search import model_files
from memento_gui.search.embedder import BundledEmbedder
from memento_gui.search.embedding import Embedder
from memento_gui.search.model_files import model_folder


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return BundledEmbedder()


@pytest.fixture
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the network was asked")

    for name in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, name, refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


def unit(vectors: VectorArray) -> bool:
    return bool(np.allclose(np.linalg.norm(vectors, axis=-1), 1.0, atol=1e-5))


def test_texts_of_like_meaning_have_like_vectors(embedder: Embedder) -> None:
    vectors = embedder.embed(["The server is down", "An outage of our backend", "She likes green tea"])
    assert vectors.shape == (3, embedder.dimensions)
    assert vectors.dtype == np.float32
    assert unit(vectors)
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2] + 0.2


def test_vectors_come_in_the_order_of_the_texts_however_long_they_are(embedder: Embedder) -> None:
    texts = [f"{'a rather long text about gardens ' * (7 - number % 7)} number {number}" for number in range(19)]
    told: list[tuple[int, int]] = []
    together = embedder.embed(texts, progress=lambda done, total: told.append((done, total)))
    assert told == [(8, 19), (16, 19), (19, 19)]
    for text, vector in zip(texts[::6], together[::6], strict=True):
        assert embedder.embed_query(text) @ vector > 0.99  # int8 numbers depend a little on what else is in a batch


def test_odd_texts_have_vectors_too(embedder: Embedder) -> None:
    vectors = embedder.embed(["", " ", "x" * 2_000_000, "half a \ud83d character", "\0", "데이터베이스", "🚀" * 5000])
    assert np.all(np.isfinite(vectors))
    assert unit(vectors)
    assert embedder.embed([]).shape == (0, 384)
    assert embedder.embed_query("").shape == (384,)


def test_embedding_can_be_stopped(embedder: Embedder) -> None:
    token = CancelToken()
    told: list[int] = []

    def stop(done: int, _: int) -> None:
        told.append(done)
        token.cancel()

    with pytest.raises(Cancelled):
        embedder.embed(["text"] * 30, progress=stop, cancel=token)
    assert told == [8]


@pytest.mark.usefixtures("offline")
def test_neither_the_network_nor_the_temp_folder_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    temp = tmp_path / "temp"
    temp.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temp))
    embedder = BundledEmbedder(cache=tmp_path / "cache")
    assert unit(embedder.embed_query("no network"))
    assert list(temp.iterdir()) == []
    assert sorted(path.name for path in (tmp_path / "cache").iterdir()) == ["all-MiniLM-L6-v2-int8"]


def test_the_embedding_runtime_tells_its_maker_nothing(tmp_path: Path) -> None:
    script = "from memento_gui.search.embedder import BundledEmbedder; print(BundledEmbedder().embed(['text']).shape)"
    quiet = ("ORT_DISABLE_TELEMETRY", "ORT_RUNNING_UNIT_TESTS", "CI", "GITHUB_ACTIONS", "XDG_CACHE_HOME")
    environment = {name: value for name, value in os.environ.items() if name not in quiet} | {"HOME": str(tmp_path)}
    run = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert run.stdout.strip() == "(1, 384)", run.stderr
    assert "telemetry" not in run.stderr
    left = {file.relative_to(tmp_path).parts[:2] for file in tmp_path.rglob("*") if not file.is_dir()}
    assert left == {(".cache", "memento")}  # and no id of the device


def test_the_folder_holds_copies_that_are_mended(tmp_path: Path) -> None:
    folder = model_folder(tmp_path)
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["config.json", "model.onnx", "special_tokens_map.json", "tokenizer.json", "tokenizer_config.json"]
    assert not any(path.is_symlink() for path in folder.iterdir())
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert model_folder(tmp_path) == folder
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == before
    (folder / "config.json").write_text("{}", encoding="utf-8")
    with (folder / "model.onnx").open("r+b") as file:
        file.truncate(1000)
    (folder / "tokenizer.json").unlink()
    if sys.platform != "win32":
        (folder / "tokenizer.json").symlink_to(tmp_path / "nowhere")
    assert model_folder(tmp_path) == folder
    assert sorted(path.name for path in folder.iterdir()) == names
    assert all(path.read_bytes() == source.read_bytes() for path, source in _pairs(folder))


def test_a_damaged_cache_does_not_reach_the_programs_own_files(tmp_path: Path) -> None:
    if sys.platform != "win32":  # what an earlier version left
        folder = tmp_path / "all-MiniLM-L6-v2-int8"
        folder.mkdir()
        (folder / "config.json").symlink_to(model_files._sources()["config.json"])
    for path in model_folder(tmp_path).iterdir():
        path.write_bytes(b"")
    assert all(model_files._is_whole(source, name) for name, source in model_files._sources().items())


def _pairs(folder: Path) -> list[tuple[Path, Path]]:
    return [(folder / name, source) for name, source in model_files._sources().items()]


def test_a_damaged_file_of_the_program_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(resources() / "models", tmp_path / "models")
    tokenizer = tmp_path / "models" / "all-MiniLM-L6-v2" / "tokenizer.json"
    content = tokenizer.read_bytes()
    tokenizer.write_bytes(content[:-1] + b" ")
    monkeypatch.setattr(model_files, "resources", lambda: tmp_path)
    with pytest.raises(ModelDamaged, match=r"tokenizer\.json .* damaged"):
        model_folder(tmp_path / "cache")
    tokenizer.unlink()
    with pytest.raises(ModelDamaged, match=r"tokenizer\.json"):
        model_folder(tmp_path / "cache")
    tokenizer.write_bytes(content)
    assert model_folder(tmp_path / "cache").is_dir()


def test_a_missing_package_and_a_cache_that_cannot_be_written_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    with pytest.raises(ModelUnavailable, match="cannot be written"):
        model_folder(tmp_path / "file")
    monkeypatch.setattr(model_files, "_PACKAGE", "no_such_package")
    with pytest.raises(ModelUnavailable, match="not installed"):
        model_folder(tmp_path)


def test_only_the_embedder_itself_loads_the_embedding_runtime() -> None:
    modules = "candidates, documents, duplicates, embedding, query, text_index, vectors, words"
    code = f"import sys; from memento_gui.search import {modules}; sys.exit('fastembed' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[2])
