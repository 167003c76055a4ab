"""What may be asked of the book: one file for each question, named after it; answers are structs, ids for people."""
