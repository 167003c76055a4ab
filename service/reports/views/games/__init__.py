"""The games of the rulebooks and a club's own, and nights played at random."""
