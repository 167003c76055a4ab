"""`chipbook import` and `export`."""
