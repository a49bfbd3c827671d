"""The knob panel: rows made from the parameter table, and turning them."""
