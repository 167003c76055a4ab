"""Jobs, metrics, webhooks and replicas over HTTP."""
