"""`chipbook club` and `players`: members, roles, keys, webhooks, and who can sign in."""
