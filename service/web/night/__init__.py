"""A night in the browser: the banker's table, the players' own pages, joining, and the close."""
