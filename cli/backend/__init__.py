"""The only seam between the command line and the service: commands in shorthand, views as plain data."""

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

# Everything that refuses, except the settings: a wrong setting is wrong usage.
Refusals = (Refusal, BookError, ShorthandError)
# The book itself cannot be used.
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
