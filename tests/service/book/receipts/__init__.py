"""Receipts: what they say, what alters them, and who may check them."""
