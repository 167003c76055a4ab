"""What a close needs and costs, what is owed, and who is reminded of it."""
