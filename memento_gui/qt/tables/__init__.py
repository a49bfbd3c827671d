"""Item models over arrays, and the delegates that paint from them."""
