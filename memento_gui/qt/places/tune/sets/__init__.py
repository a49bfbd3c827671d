"""Parameter sets by name, and the two slots."""
