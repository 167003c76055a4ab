"""On PostgreSQL, a role that may only read the book and append to it."""

from __future__ import annotations

from service.app.book import Book
from service.book.store import roles


def grant_application_role(book: Book) -> str | None:
    """Makes the application's role and gives it its rights. Returns None, or the reason why it was skipped."""
    return roles.grant_application_role(book.database)
