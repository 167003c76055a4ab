"""The report of a night, and that of a season."""
