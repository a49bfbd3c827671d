"""Why not, and why one memory ranks above another."""
