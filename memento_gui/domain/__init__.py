"""Frozen values, errors and the parameter table: what every layer speaks of."""
