"""Clubs and their people over HTTP."""
