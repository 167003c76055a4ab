"""A server at work: whether it is alive and ready, its jobs, and what is wrong with it."""
