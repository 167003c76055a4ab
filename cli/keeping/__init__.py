"""`chipbook backup`, `restore`, `move`, `rebuild`, `migrate`, `grant` and `secrets`: the book as a whole."""
