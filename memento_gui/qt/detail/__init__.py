"""What runs the detail pane: reads a memory with its surroundings, carries out what the pane asks for."""
