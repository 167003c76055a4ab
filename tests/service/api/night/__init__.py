"""A night over HTTP: opened, played, looked at, and its closed cards kept closed."""
