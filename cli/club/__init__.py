"""`chipbook club` and `players`: members, roles, keys, and who can sign in."""
