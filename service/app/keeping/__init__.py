"""The book as a whole: saved and restored, moved, made again from its events, migrated, given its roles and secrets."""
