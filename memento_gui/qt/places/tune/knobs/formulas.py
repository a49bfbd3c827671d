"""The formulas in which knobs stand, as one line each."""

from typing import Final

from memento_gui.domain.knobs import Knob

_S: Final = "S = α·relevance + β·recency + γ·importance + δ·usage − ε·duplication"
_RELEVANCE: Final = "relevance = (w·meaning + w·keyword + w·tags + w·title) / max(1, Σw)"
_IMPORTANCE: Final = "importance = own + pinned + type boost + project boost, held within 0 and 1"
_USAGE: Final = "usage = w·ln(1 + views) + w·ln(1 + cites) + w·ln(1 + edits), as a share of its range"
_FORGET: Final = "ForgetScore = u₁·(1 − recency) + u₂·(1 − usage) + u₃·duplicates − u₄·importance − u₅·pinned"
_TAU: Final = "τ′ = τ·(1 + a₁·importance + a₂·usage + a₃·helpful − a₄·bad)"
_STEPS: Final = "next interval = ⌈interval·(1 + importance weight·importance + usage weight·usage)⌉"
_DECAY: Final = "score = (uses + 1)^β · f(t) · strength, t days since the last use"
_POWER: Final = "power law f(t) = (1 + t / t₀)^(−a), t₀ = H / (2^(1/a) − 1)"
_SEARCH: Final = "SearchScore = w·text rank + w·recency + w·revision"
_CONTEXT: Final = "ContextScore = w·recency + w·revision + w·type priority"

FORMULAS: Final = {
    **dict.fromkeys((f"ranking.{name}" for name in ("relevance", "recency", "importance", "usage", "duplication")), _S),
    "ranking.keep_threshold": f"shown where S reaches it; {_S}",
    "ranking.mmr_lambda": "order by λ·S − (1 − λ)·likeness to a better result",
    **dict.fromkeys((f"relevance.{name}" for name in ("embedding", "keyword", "tag", "title")), _RELEVANCE),
    "relevance.k_norm": "keyword = BM25 / (BM25 + k)",
    **dict.fromkeys(
        ("relevance.neighbourhood_near", "relevance.neighbourhood_far"),
        "r′ = r + near·(r₋₁ + r₊₁) + far·(r₋₂ + r₊₂), over the memories before and after",
    ),
    "recency.half_life": "recency = 2^(−age / half-life)",
    **dict.fromkeys(("importance.pinned", "importance.type_boost", "importance.project_boost"), _IMPORTANCE),
    **dict.fromkeys(("usage.views", "usage.cites", "usage.edits"), _USAGE),
    **dict.fromkeys((f"forgetting.{name}" for name in ("recency", "usage", "duplicates", "importance", "pinned")), _FORGET),
    "forgetting.half_life": "recency = 2^(−age / half-life); it counts against a memory as 1 − recency",
    "forgetting.soft_threshold": f"soft from this {_FORGET.partition(' ')[0]} on",
    "forgetting.hard_threshold": f"hard from this {_FORGET.partition(' ')[0]} on",
    **dict.fromkeys((f"review.{name}" for name in ("importance", "usage", "helpful", "bad")), _TAU),
    "review.target": "due after τ·ln(1 / target) days",
    "review.first_interval": "first τ = days / ln(1 / target)",
    **dict.fromkeys(("review.preset_importance", "review.preset_usage"), _STEPS),
    **dict.fromkeys(("decay.beta", "decay.promote", "decay.forget", "decay.touch_boost"), _DECAY),
    **dict.fromkeys(("decay.alpha", "decay.half_life"), f"{_POWER}; exponential f(t) = 2^(−t / H)"),
    **dict.fromkeys(
        ("decay.half_life_fast", "decay.half_life_slow", "decay.weight_fast"),
        "two-component f(t) = w·2^(−t / fast) + (1 − w)·2^(−t / slow)",
    ),
    **dict.fromkeys(("decay.danger_centre", "decay.danger_width"), "danger = max(0, 1 − ((score − centre) / width)²)"),
    "decay.linear_span": "max(0, 1 − t / span), for comparison",
    **dict.fromkeys(("session.text", "session.recency", "session.revision"), _SEARCH),
    **dict.fromkeys((f"session.context_{name}" for name in ("recency", "revision", "priority")), _CONTEXT),
    "session.half_life": "recency = 2^(−age / half-life)",
}
"""By dotted name; entries of a table by the table's name."""


def formula_of(knob: Knob) -> str:
    """Return the formula in which a knob stands, or an empty string for one that stands in none."""
    return FORMULAS.get(knob.name) or FORMULAS.get(".".join(knob.name.split(".")[:2]), "")
