"""Which parts of a shown text are highlighted."""

from collections.abc import Iterable

Span = tuple[int, int]


def clipped(spans: Iterable[Span], length: int) -> tuple[Span, ...]:
    """Return the spans that begin within the first ``length`` characters, cut off there."""
    return tuple((start, min(end, length)) for start, end in spans if start < length)
