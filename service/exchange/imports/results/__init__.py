"""Results of nights that were played before chipbook: a file of rows becomes nights of who brought what and took what."""
