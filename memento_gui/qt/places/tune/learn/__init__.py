"""Learning better numbers, as it is shown."""
