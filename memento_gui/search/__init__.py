"""Finding candidates: words, vectors and the query language."""
