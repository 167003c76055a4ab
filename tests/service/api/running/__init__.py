"""Jobs, metrics and webhooks over HTTP."""
