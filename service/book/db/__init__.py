"""Opens the database of a book, SQLite or PostgreSQL: `Database`. Failures of drivers and disks become the book's own errors."""

from service.book.db.database import Database, also_writing, translated, until_answered
from service.book.db.file import BUSY_SECONDS, FILE_MODE, FOLDER_MODE, KeptAsBytes, make_lasting

__all__ = [
    "BUSY_SECONDS",
    "FILE_MODE",
    "FOLDER_MODE",
    "Database",
    "KeptAsBytes",
    "also_writing",
    "make_lasting",
    "translated",
    "until_answered",
]
