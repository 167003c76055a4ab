"""`chipbook games`, `judge` and `simulate`: the games, the rules lawyer, and nights played at random."""
