"""Two parameter sets side by side."""
