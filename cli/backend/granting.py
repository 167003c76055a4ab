"""The application's role on PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.store import roles

if TYPE_CHECKING:
    from cli.backend import Book


def grant_application_role(book: Book) -> str | None:
    """Grants the role its rights. Returns None, or the reason why it was skipped."""
    return roles.grant_application_role(book.database)
