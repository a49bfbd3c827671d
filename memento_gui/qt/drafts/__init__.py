"""What was typed and not saved, kept over a crash."""
