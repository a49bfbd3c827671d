"""Foreign formats: files become memories, and back."""
