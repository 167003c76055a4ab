"""`chipbook night`, `log` and `replay`: a night opened, shown, closed, settled and paid."""
