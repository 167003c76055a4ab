"""`chipbook serve`, `worker`, `beat`, `jobs`, `doctor`, `alive`, `help` and `demo`: the program at work."""
