"""The table at any event: seats, stacks, cards as they are known, the pot by layers, and why chips moved."""
