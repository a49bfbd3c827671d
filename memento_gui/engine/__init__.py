"""The shared scoring engine: pure functions over arrays; no clock, no input or output, no state."""
