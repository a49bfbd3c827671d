"""Files in and out of a store."""
