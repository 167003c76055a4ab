"""The games of all rulebooks and a club's own: listed, tried, kept, and played at random."""
