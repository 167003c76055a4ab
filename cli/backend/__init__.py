"""The only seam between the command line and the service: the book, spoken to in the shorthand, seen as plain data."""

from cli.backend.book import Book
from engine.errors import Refusal
from service.config import SettingError
from service.errors import (
    BookDamaged,
    BookError,
    BookFromNewerVersion,
    BookLocked,
    BookReadOnly,
    BookUnreachable,
    DiskFull,
    EventFromNewerVersion,
    EventUnreadable,
    NightDoesNotAddUp,
    NotABook,
)
from service.shorthand import ShorthandError

# Whoever says no, but for the settings, which are wrong usage.
Refusals = (Refusal, BookError, ShorthandError)
# The book itself is the trouble.
UNUSABLE = (
    BookDamaged,
    BookFromNewerVersion,
    BookLocked,
    BookReadOnly,
    BookUnreachable,
    DiskFull,
    EventFromNewerVersion,
    EventUnreadable,
    NightDoesNotAddUp,
    NotABook,
)

__all__ = ["UNUSABLE", "Book", "Refusals", "SettingError"]
