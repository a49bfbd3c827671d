"""Merging three ways loses nothing, and agrees with git where git is there."""

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_gui.engine.three_way import LINES, merge_tags, merge_texts

texts = st.lists(st.sampled_from(["a\n", "b\n", "c\n", "d\n", "é 🙂\n"]), max_size=8).map("".join)


def test_changes_at_different_places_are_both_taken() -> None:
    merged = merge_texts(
        "one\ntwo\nthree\nfour\nfive\n", "ONE\ntwo\nthree\nfour\nfive\n", "one\ntwo\nthree\nfour\nfive\nsix\n"
    )
    assert merged.text == "ONE\ntwo\nthree\nfour\nfive\nsix\n"
    assert merged.clashes == 0


def test_where_both_changed_the_same_line_both_versions_stand() -> None:
    merged = merge_texts("one\ntwo\nthree", "one\nzwei\nthree", "one\ndos\nthree")
    assert merged.text == "one\nzwei\ndos\nthree"
    assert merged.clashes == 1


def test_a_last_line_without_an_end_does_not_run_into_the_next() -> None:
    assert merge_texts("one", "uno", "eins").text == "uno\neins"


def test_texts_beyond_bounds_are_kept_whole() -> None:
    long = "line\n" * LINES
    merged = merge_texts(long, f"theirs\n{long}", f"{long}mine\n")
    assert merged.clashes == 1
    assert merged.text == f"theirs\n{long}{long}mine\n"


@given(texts, texts)
def test_a_change_of_one_side_is_taken_as_it_is(before: str, after: str) -> None:
    for theirs, mine in ((after, before), (before, after), (after, after)):
        merged = merge_texts(before, theirs, mine)
        assert (merged.text, merged.clashes) == (after, 0)


def test_changes_of_different_words_of_one_line_are_both_taken() -> None:
    merged = merge_texts(
        "We deploy on Tuesday at noon.", "We deploy on Thursday at noon.", "We deploy on Tuesday at ten.\nAlways."
    )
    assert merged.text == "We deploy on Thursday at ten.\nAlways."
    assert merged.clashes == 0


@given(texts, texts, texts)
def test_every_new_word_of_both_is_in_the_merger(before: str, theirs: str, mine: str) -> None:
    merged = set(merge_texts(before, theirs, mine).text.split())
    assert (set(theirs.split()) | set(mine.split())) - set(before.split()) <= merged


@pytest.mark.skipif(shutil.which("git") is None, reason="git is the oracle")
@pytest.mark.parametrize(
    ("before", "theirs", "mine"),
    [
        ("a\nb\nc\nd\ne\n", "a\nB\nc\nd\ne\n", "a\nb\nc\nd\nE\nf\n"),
        ("a\nb\nc\nd\ne\nf\n", "b\nc\nd\ne\nf\n", "a\nb\nc\nx\nd\ne\nf\n"),
        ("a\nb\nc\nd\n", "a\nb\nc\nd\n", "d\n"),
        ("a\nb\nc\nd\ne\n", "x\na\nb\nc\nd\ne\n", "a\nb\nc\ne\n"),
    ],
)
def test_what_git_merges_without_a_conflict_is_merged_alike(tmp_path: Path, before: str, theirs: str, mine: str) -> None:
    paths = [tmp_path / name for name in ("theirs", "before", "mine")]
    for path, text in zip(paths, (theirs, before, mine), strict=True):
        path.write_text(text, encoding="utf-8")
    done = subprocess.run(["git", "merge-file", "-p", *map(str, paths)], capture_output=True, text=True, check=False)  # noqa: S607
    assert done.returncode == 0
    merged = merge_texts(before, theirs, mine)
    assert (merged.text, merged.clashes) == (done.stdout, 0)


@given(*[st.lists(st.sampled_from("abcdef"), unique=True)] * 3)
def test_tags_are_theirs_with_my_changes(before: list[str], theirs: list[str], mine: list[str]) -> None:
    merged = merge_tags(before, theirs, mine)
    assert len(set(merged)) == len(merged)
    assert set(merged) == (set(theirs) - (set(before) - set(mine))) | (set(mine) - set(before))
