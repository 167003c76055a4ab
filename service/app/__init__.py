"""The use cases of the book, one file each: what HTTP routes, the command line, workers and tests call."""
