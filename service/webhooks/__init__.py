"""Telling the programs of a club what has happened: which events, under which signature, and to which addresses."""
