"""The measure of retrieval: what it reads, what it refuses, and that it counts right."""

import json
from pathlib import Path

import pytest

from tests.bench.retrieval import OVERALL, RANKINGS, Question, read, retrieval, scores, table

TALK: list[dict[str, object]] = [
    {"conversation": "a", "id": "1", "content": "The ferry to Skye leaves at noon", "created_at": "2025-03-01T10:00:00"},
    {"conversation": "a", "id": "2", "content": "Bread is in the blue tin", "created_at": 1_740_823_260, "session": "x"},
    {"conversation": "a", "query": "when does the ferry leave", "grades": {"1": 3}, "language": "en"},
    {"conversation": "b", "id": "1", "content": "Our cat is called Miso", "created_at": "2025-03-02T10:00:00+01:00"},
    {"conversation": "b", "query": "name of the cat", "grades": {"1": 2}, "language": "en"},
    {"conversation": "b", "query": "nobody answers this", "grades": {}, "language": "en"},
]


def written(folder: Path, records: list[dict[str, object]]) -> Path:
    path = folder / "talk.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def test_each_conversation_is_a_store_of_its_own_and_every_ranking_finds_the_obvious(tmp_path: Path) -> None:
    found = retrieval([written(tmp_path, TALK)])
    assert {score.ranking for score in found} == set(RANKINGS)
    assert {(score.language, score.questions) for score in found} == {(OVERALL, 2), ("en", 2)}
    assert all(score.mean == 1.0 for score in found)
    assert "| Long memory | 1.000 | 1.000 | 1.000 |" in table(found)


def test_the_means_are_those_of_the_rankings() -> None:
    order = [f"m{place}" for place in range(20)]
    first = Question("first", "en", {"m0": 3, "m7": 1})
    last = Question("last", "ko", {"m19": 2})
    found = scores([(question, dict.fromkeys(RANKINGS, order)) for question in (first, last)])
    means = {(score.language, score.metric): score.mean for score in found if score.ranking == "M1, S"}
    assert means[OVERALL, "recall@5"] == 0.25
    assert means[OVERALL, "recall@10"] == 0.5
    assert means["ko", "recall@10"] == means["ko", "nDCG@10"] == 0.0
    assert 0.9 < means["en", "nDCG@10"] < 1.0


@pytest.mark.parametrize(
    ("record", "wrong"),
    [
        ({"conversation": "a", "query": "q", "grades": {"9": 1}}, "no memory 9"),
        ({"conversation": "a", "content": "no id"}, "line 7"),
    ],
)
def test_what_does_not_belong_together_is_refused(tmp_path: Path, record: dict[str, object], wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        read([written(tmp_path, [*TALK, record])])
