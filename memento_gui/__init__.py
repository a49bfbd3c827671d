"""Memento: see, tune and rehearse what your AI assistant remembers."""
