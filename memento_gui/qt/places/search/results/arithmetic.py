"""The arithmetic of one result, as the rows under it and as text for the clipboard."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from memento_gui.engine.explain import Explanation, Line, as_dict, signed
from memento_gui.model.values import SearchOutcome
from memento_gui.qt.phrases import score_text

TERM: Final = "term"
PART: Final = "part"
SUM: Final = "sum"

HEIGHTS: Final = {TERM: 22, PART: 18, SUM: 28}
ABOVE: Final = 8
BELOW: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class ArithmeticRow:
    """One line: a term of the score, a part of a term, or the sum."""

    kind: str
    hue: str = ""
    label: str = ""
    formula: str = ""
    product: str = ""
    text: str = ""

    @property
    def line(self) -> str:
        """The row as one line of text."""
        told = f"; {self.text}" if self.text else ""
        indent = "    " if self.kind == PART else ""
        name = f"{self.label}: " if self.label and self.formula else self.label
        return f"{indent}{self.product}  {name}{self.formula}{told}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arithmetic:
    """Everything under one result."""

    title: str
    query: str
    rows: tuple[ArithmeticRow, ...]
    as_json: str = ""
    """The same with all digits, for other programs."""

    @property
    def height(self) -> int:
        """How many pixels it takes."""
        return ABOVE + sum(HEIGHTS[row.kind] for row in self.rows) + BELOW

    @property
    def spoken(self) -> str:
        """The terms in words."""
        return ", ".join(f"{row.label} {row.product}" for row in self.rows if row.kind != PART)

    @property
    def as_text(self) -> str:
        """Everything as plain text, for the clipboard."""
        return "\n".join([self.title, f"Query: {self.query}", *(row.line for row in self.rows)])


def arithmetic(explanation: Explanation, title: str, query: str) -> Arithmetic:
    """Return the arithmetic of a result by Memento S."""
    rows: list[ArithmeticRow] = []
    for line in explanation.lines:
        rows.append(_term(line))
        rows += [_part(part) for part in line.parts]
    data = {"query": query, "title": title} | as_dict(explanation)
    return Arithmetic(title=title, query=query, rows=(*rows, _sum(explanation.score)), as_json=_json(data))


def word_arithmetic(outcome: SearchOutcome, position: int, title: str) -> Arithmetic:
    """Return the arithmetic of a result by SearchScore."""
    ranking, knobs = outcome.word_ranking, outcome.parameters.session
    assert ranking is not None
    found = {word: float(scores[position]) for word, scores in outcome.word_scores.items() if scores[position] > 0}
    bm25 = " + ".join(f"{word} {score:.2f}" for word, score in found.items())
    terms = (
        ("relevance", "Text rank", knobs.text, float(ranking.text_rank[position]), f"BM25 over the best; {bm25}"),
        ("recency", "Recency", knobs.recency, float(ranking.recency[position]), "days since the last change"),
        ("usage", "Revisions", knobs.revision, float(ranking.revision[position]), f"of {knobs.revision_cap} that count"),
    )
    rows = tuple(
        ArithmeticRow(
            kind=TERM,
            hue=hue,
            label=label,
            formula=f"{weight:.2f} × {value:.3f}",
            product=signed(weight * value),
            text=text,
        )
        for hue, label, weight, value, text in terms
    )
    score = ranking.scores[position].value
    lines = [
        {"name": name, "label": label, "value": value, "weight": weight, "product": weight * value, "text": text}
        for name, label, weight, value, text in terms
    ]
    data = {
        "query": outcome.text,
        "title": title,
        "id": outcome.ids[position],
        "rank": position + 1,
        "score": score,
        "lines": lines,
    }
    return Arithmetic(title=title, query=outcome.text, rows=(*rows, _sum(score)), as_json=_json(data))


def _json(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2)


def _term(line: Line) -> ArithmeticRow:
    return ArithmeticRow(
        kind=TERM,
        hue=line.name,
        label=line.label,
        formula=f"{abs(line.weight):.2f} × {line.value:.3f}",
        product=signed(line.product),
        text=line.text,
    )


def _part(line: Line) -> ArithmeticRow:
    formula = f"{line.weight:.2f} × {line.label} {line.value:.3f}"
    return ArithmeticRow(kind=PART, hue=line.name, formula=formula, product=f"{line.product:.3f}", text=line.text)


def _sum(score: float) -> ArithmeticRow:
    return ArithmeticRow(kind=SUM, label="Score", product=score_text(score))
