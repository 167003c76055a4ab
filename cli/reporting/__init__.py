"""`chipbook report` and `standings`."""
