"""Imports and exports as the window runs them: a look first, then work in the background."""
