"""A server at work: its jobs, its readiness, its webhooks, and what is wrong with an installation."""
