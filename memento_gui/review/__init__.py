"""Spaced review: schedulers, queue and log."""
