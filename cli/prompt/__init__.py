"""`chipbook table`: the prompt for a night of play."""
