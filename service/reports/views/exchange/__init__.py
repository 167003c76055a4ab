"""What came from another program or went to it."""
