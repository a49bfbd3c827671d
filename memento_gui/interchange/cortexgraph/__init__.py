"""CortexGraph's stores and notes, read and written."""
