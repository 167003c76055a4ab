"""Counts, closing, accounts and payments over HTTP."""
