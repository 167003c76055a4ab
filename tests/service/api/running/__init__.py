"""Jobs and metrics over HTTP."""
