"""The window's shell: rail, stage, messages, status bar, and what lies over them."""
