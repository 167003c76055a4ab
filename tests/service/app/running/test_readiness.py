"""What a server says of itself: ready, stuck, able to read alone, or not ready at all."""

import shutil
from typing import NamedTuple

import pytest
from sqlalchemy import make_url

from service.app.book import Book
from service.app.running.jobs import readiness
from service.book.db import Database
from service.errors.problems import NotReady
from tests.service.app.running.test_doctor import statement


class Usage(NamedTuple):
    total: int
    used: int
    free: int


@pytest.fixture
def on_postgresql(postgresql_database, tmp_path):
    return Book.on(postgresql_database, home=tmp_path)


def test_an_empty_book_is_ready(book):
    told = readiness(book)
    assert (told.status, told.sentences, told.work) == ("ready", (), None)


def test_a_book_on_a_server_is_ready_too(on_postgresql):
    assert readiness(on_postgresql).status == "ready"


def test_a_server_that_accepts_no_changes_is_told_of(postgresql_url, tmp_path):
    with Book.on(Database(postgresql_url), home=tmp_path) as book:
        statement(
            book.database, f"ALTER DATABASE {make_url(postgresql_url).database} SET default_transaction_read_only = on"
        )
    with Book.on(Database(postgresql_url), home=tmp_path) as book:
        told = readiness(book)
    assert told.status == "reads_only"
    assert "its server accepts no changes" in told.sentences[0]


def test_a_full_disk_is_told_of_and_one_that_is_nearly_full_too(book, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(1, 1, 50 * 1024**2))
    nearly = readiness(book)
    assert (nearly.status, nearly.sentences) == ("ready", ("The disk of the book has 50 MiB left.",))
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(1, 1, 1000))
    full = readiness(book)
    assert full.status == "reads_only"
    assert full.sentences[0] == "The book can be read but not written to: its disk is full."


def test_a_book_that_a_newer_program_has_migrated_stays_in_service(book):
    statement(book.database, "UPDATE alembic_version SET version_num = '9999'")
    told = readiness(book)
    assert (told.status, len(told.sentences)) == ("ready", 1)
    assert "migrated by a newer chipbook" in told.sentences[0]


def test_a_book_that_is_not_migrated_is_not_ready(book):
    statement(book.database, "UPDATE alembic_version SET version_num = '0001'")
    with pytest.raises(NotReady):
        readiness(book)
