"""A night while it is played: opened, told line by line, played from a file, found open on the next day."""
