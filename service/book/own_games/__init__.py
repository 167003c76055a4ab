"""The club's own games: the same declarations as the catalogue's, written as TOML and checked when they are read."""
