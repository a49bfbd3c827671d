"""The headless face: commands for scripts and terminals."""
