"""A server at work: its jobs, its readiness, and what is wrong with an installation."""
