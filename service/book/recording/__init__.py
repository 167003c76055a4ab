"""How acts come into the book: a night is read, a unit of work decides, and all that belongs to it is appended at once."""
