"""Reports, results and standings over HTTP."""
