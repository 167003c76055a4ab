"""What is wrong with a value that came in, as a sentence: which field, what it takes, and that what was sent is none."""
