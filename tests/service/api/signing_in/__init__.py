"""Who may do what over HTTP, and by which word, link or key."""
