"""Pages of the server for a browser: signing in, and what is known of oneself. They need no script but for passkeys."""
