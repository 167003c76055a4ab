"""The HTTP server, and how many requests of one person and of all it answers at once and in a minute."""
