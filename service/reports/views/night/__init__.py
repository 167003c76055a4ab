"""Where a night stands, the list of nights, and what players ask of the bank."""
