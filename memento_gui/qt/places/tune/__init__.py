"""Tune: turn the numbers and watch what they do."""
