"""Receipts: what a book said, signed, for a machine that has no book. The README tells what they prove and what not."""
