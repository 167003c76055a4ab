"""An empty book for tests of use cases."""

from collections.abc import Iterator

import pytest

from service.app.book import Book
from service.book.store.schema import open_book


@pytest.fixture
def book(tmp_path) -> Iterator[Book]:
    with Book.on(open_book(f"sqlite:///{tmp_path / 'book.db'}"), home=tmp_path) as book:
        yield book
