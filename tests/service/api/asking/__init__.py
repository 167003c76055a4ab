"""What players ask for and say over HTTP, and what the banker makes of it."""
