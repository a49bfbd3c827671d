"""Learning: better numbers from judged queries and from reviews, tested on what the fit never saw."""
