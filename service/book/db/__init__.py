"""Opens the database of a book, SQLite or PostgreSQL: `Database`. Failures of drivers and disks become the book's own errors."""

from service.book.db.database import Database, Driver
from service.book.db.failures import KeptAsBytes, broken_rules, translated
from service.book.db.retrying import until_answered
from service.book.db.sqlite import BUSY_SECONDS, FILE_MODE, FOLDER_MODE, make_lasting

__all__ = [
    "BUSY_SECONDS",
    "FILE_MODE",
    "FOLDER_MODE",
    "Database",
    "Driver",
    "KeptAsBytes",
    "broken_rules",
    "make_lasting",
    "translated",
    "until_answered",
]
