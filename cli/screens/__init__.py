"""How nights, requests, disputes, checks and imports look on the screen; `render` prints them."""
