"""Judgements of results, and the measures that follow from them."""
