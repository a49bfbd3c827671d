"""The settings page, and what carries out its choices."""
