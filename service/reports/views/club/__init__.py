"""A club, its people, and what opens it to them."""
