"""Results as rows: read, painted, copied, judged by a key."""
