"""The evening itself: a night is opened, told line by line, put right, settled, and signed by the phones of those who played."""
