"""Searches: finding, ranking, explaining, comparing and judging them."""
