"""The command that searches a store and prints what it finds."""

import json
import sys
from contextlib import suppress
from typing import Any

from memento_gui.cli.arguments import SearchArguments
from memento_gui.cli.stores import existing
from memento_gui.domain.errors import ModelError
from memento_gui.model.library import Library
from memento_gui.model.values import SearchOutcome


def run_search(arguments: SearchArguments) -> int:
    """Print the best results; what the search says about itself goes to stderr."""
    with Library.open(existing(arguments.store)) as library:
        with suppress(ModelError):  # then search goes by words, and says so
            library.load_model()
        parameters = library.parameter_set(arguments.set) if arguments.set else None
        outcome = library.search(arguments.query, parameters=parameters)
        results = _results(library, outcome, arguments)
    for line in _remarks(outcome):
        print(line, file=sys.stderr)  # noqa: T201  # the command's output
    if arguments.json:
        told = {"query": outcome.text, "found": len(outcome), "results": results}
        print(json.dumps(told, ensure_ascii=False, indent=2))  # noqa: T201  # as above
    else:
        for result in results:
            print(_line(result))  # noqa: T201  # as above
    return 0


def _results(library: Library, outcome: SearchOutcome, arguments: SearchArguments) -> list[dict[str, Any]]:
    ids = outcome.ids[: arguments.limit]
    headlines = library.headlines(ids)
    results = []
    for place, identity in enumerate(ids):
        score, kept = _score(outcome, place)
        title = headlines[identity].title if identity in headlines else ""
        result: dict[str, Any] = {"rank": place + 1, "score": score, "kept": kept, "id": identity, "headline": title}
        results.append(result | ({"parts": _parts(library, outcome, place)} if arguments.explain else {}))
    return results


def _score(outcome: SearchOutcome, place: int) -> tuple[float, bool]:
    """Return a result's score, and whether it reaches the keep threshold, which SearchScore does not have."""
    if outcome.ranking is not None:
        return float(outcome.ranking.score[place]), bool(outcome.ranking.kept[place])
    assert outcome.word_ranking is not None
    return outcome.word_ranking.scores[place].value, True


def _parts(library: Library, outcome: SearchOutcome, place: int) -> dict[str, float]:
    """Return what a score is the sum of, in the order of its bar."""
    if outcome.ranking is not None:
        return {line.name: line.product + 0.0 for line in library.explain(outcome, place).lines}  # + 0.0: no minus before 0
    words, knobs = outcome.word_ranking, outcome.parameters.session
    assert words is not None
    return {
        "text": knobs.text * float(words.text_rank[place]),
        "recency": knobs.recency * float(words.recency[place]),
        "revision": knobs.revision * float(words.revision[place]),
    }


def _line(result: dict[str, Any]) -> str:
    headline = " ".join(result["headline"].split()) or "(no words)"
    below = "" if result["kept"] else "  (below the keep threshold)"
    parts = " ".join(f"{name} {value:+.3f}" for name, value in result.get("parts", {}).items())
    return f"{result['rank']:>3}. {result['score']:.3f}  {headline}{below}" + (f"\n     {parts}" if parts else "")


def _remarks(outcome: SearchOutcome) -> list[str]:
    said = [one.message for one in outcome.diagnostics]
    if outcome.reason:
        said.append(outcome.reason)
    if not len(outcome):
        said.append("Nothing was found. A search needs a word to rank by, besides what filters.")
    return said
