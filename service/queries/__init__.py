"""Questions about the book: one file for each, named after it. Answers are structs with ids for people."""
