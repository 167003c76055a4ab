"""A book with its clock standing still, a night in it, and the receipt of Anna."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.app.book import Book
from service.app.looking_back.receipts import receipt_text
from service.book.store.schema import open_book
from tests.service.book.moving.clubs import found, play_night

NOON = "2026-11-22T12:00:00Z"


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    with Book.on(open_book(f"sqlite:///{tmp_path / 'book.db'}"), home=tmp_path, now=lambda: NOON) as book:
        play_night(found(book.database))
        yield book


@pytest.fixture
def receipt(book: Book) -> bytes:
    """Anna's receipt of the night n1."""
    return receipt_text(book, "n1", player="p-anna", make_key=True).encode()
