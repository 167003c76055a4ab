"""A book with its clock standing still, a night in it, and the receipt of Anna."""

import pytest

from service.app.book import Book
from service.app.looking_back.receipts import receipt_text
from tests.service.book.moving.clubs import with_a_night

NOON = "2026-11-22T12:00:00Z"


@pytest.fixture
def book(copy_of, tmp_path) -> Book:
    return Book.on(copy_of(with_a_night), home=tmp_path, now=lambda: NOON)


@pytest.fixture
def receipt(book) -> bytes:
    """Anna's receipt of the night n1."""
    return receipt_text(book, "n1", player="p-anna", make_key=True).encode()
