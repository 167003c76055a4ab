"""Proof over HTTP: does it hold, receipts, disputes, and what is put right."""
