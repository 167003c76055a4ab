"""The place of the book that a test works with, for another process."""

from __future__ import annotations

import pytest

from service.book.db import Database


@pytest.fixture
def url(request: pytest.FixtureRequest, database: Database) -> str:
    """The URL of `database`."""
    name = "sqlite_url" if database.path else "postgresql_url"
    found: str = request.getfixturevalue(name)
    return found
