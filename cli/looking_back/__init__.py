"""`chipbook audit`, `adjudicate`, `verify` and `receipt`: what the book proves."""
