"""A club as its people see it: its settings, its members by name, and its nights."""
