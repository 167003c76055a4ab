"""The club in the browser: its nights and its people."""
