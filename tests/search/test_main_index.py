"""The main part of the text index: the scores of bm25s, and its file, which is read and written a piece at a time."""

import json
from pathlib import Path

import bm25s
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.search import main_index as module
from memento_gui.search.documents import Documents
from memento_gui.search.main_index import MainIndex, main_index, read, write
from memento_gui.search.spellings import Spellings
from memento_gui.search.words import splitter

documents = st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=9), min_size=1, max_size=12)


def indexed(held: list[list[str]]) -> MainIndex:
    made = Documents()
    for ordinal, words in enumerate(held):
        made.add(ordinal, words)
    return main_index(made, k1=1.2, b=0.75)


@given(documents.filter(any))
def test_every_posting_is_that_of_bm25s(held: list[list[str]]) -> None:
    index = indexed(held)
    oracle = bm25s.BM25(k1=1.2, b=0.75, method="lucene")
    oracle.index(
        ([[index.vocabulary[word] for word in words] for words in held], dict(index.vocabulary)),
        create_empty_token=False,
        show_progress=False,
    )
    assert index.rows.tolist() == oracle.scores["indices"].tolist()
    assert index.ends.tolist() == oracle.scores["indptr"].tolist()
    assert index.values == pytest.approx(oracle.scores["data"], rel=1e-6)


def test_words_are_handed_over_in_any_number_of_stretches(monkeypatch: pytest.MonkeyPatch) -> None:
    held = [[f"w{(number * step) % 7}" for step in range(number % 5)] for number in range(23)]
    whole = indexed(held)
    monkeypatch.setattr(module, "_ROWS_AT_A_TIME", 4)
    pieces = indexed(held)
    for name in ("rows", "ends", "values", "words", "starts"):
        assert np.array_equal(getattr(whole, name), getattr(pieces, name)), name


def test_the_file_holds_words_in_short_lines_and_gives_them_all_back(tmp_path: Path) -> None:
    most = module._WORDS_A_LINE
    index = indexed([[f"word{number}" for number in range(2 * most + 5)], ["a\nb", "\ud800", '"']])
    spellings = {f"spelled{number}": (f"word{number}", "other") for number in range(most + 1)}
    write(index, tmp_path / "index", {"sequence": 7}, spellings, np.arange(2))
    arrays = np.load(tmp_path / "index")
    lines = arrays["described"].tobytes().split(b"\n")
    assert max(len(json.loads(line.decode("utf-8", "surrogatepass"))) for line in lines if line) <= most
    kept = read(tmp_path / "index")
    assert kept is not None
    again, facts, spelled, stamps = kept
    assert again.vocabulary == index.vocabulary
    assert facts == {"sequence": 7}
    assert {name: tuple(held) for name, held in spelled.items()} == spellings
    assert stamps.tolist() == [0, 1]


@given(st.lists(st.text(max_size=4), max_size=30))
def test_spellings_are_in_the_order_in_which_prefixes_are_looked_up(held: list[str]) -> None:
    spellings = Spellings({word: (word,) for word in held})
    for prefix in {word[:end] for word in held for end in range(4)}:
        assert set(spellings.beginning(prefix)) == {word for word in held if word.startswith(prefix)}
    english = splitter(("english",))
    spellings.note([english.spelled("zebra"), english.spelled("Aal")])
    assert spellings.beginning("zebr")
    assert spellings.beginning("aa")


def test_a_few_new_spellings_are_put_at_their_places_without_sorting_all(monkeypatch: pytest.MonkeyPatch) -> None:
    spellings = Spellings({word: (word,) for word in ("apple", "pear", "plum")})

    def refused(_words: object) -> list[str]:
        raise AssertionError

    monkeypatch.setattr("memento_gui.search.spellings._in_order", refused)
    english = splitter(("english",))
    spellings.note([english.spelled("peach"), english.spelled("zebra")])
    assert set(spellings.beginning("pea")) == {"pear", *english.spelled("peach").index}
    assert spellings.beginning("zeb") == english.spelled("zebra").index
