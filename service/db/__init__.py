"""Opens the database of a book, SQLite or PostgreSQL: `Database`. Failures of drivers and disks become the book's own errors."""

from service.db.database import Database, Driver
from service.db.failures import KeptAsBytes, broken_rules, translated
from service.db.retrying import until_answered
from service.db.sqlite import BUSY_SECONDS, FILE_MODE, FOLDER_MODE, make_lasting

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
