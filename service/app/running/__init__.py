"""A server at work: whether it is alive and ready, its jobs, its webhooks, and what is wrong with it."""
