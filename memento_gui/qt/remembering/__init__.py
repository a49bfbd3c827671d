"""Remembering something new."""
