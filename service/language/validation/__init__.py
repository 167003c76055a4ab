"""Validation messages: the field, what was expected there, and what was received."""
