"""The document of the API, and whether every route keeps to it."""
