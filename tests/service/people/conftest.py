"""A club with three people on an empty book, its clock, and whoever finds out who asks."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from service.app import links as sign_in_links
from service.app import people
from service.app.book import Book
from service.app.night.open_night import open_night
from service.book.db import Database
from service.book.store.schema import open_book
from service.language.local_time import later
from service.language.shorthand.head import read_head
from service.people.credentials import Credentials, Tokens

KEEPERS = "the-keepers-token-of-the-tests"
HERE = "http://localhost"
AT = "2026-11-20T19:30:00Z"


@dataclass
class House:
    """An open book, whose clock is moved by hand."""

    book: Book
    credentials: Credentials
    club: str
    ids: dict[str, str]
    clock: list[str]

    def wait(self, seconds: int) -> None:
        self.clock[0] = later(self.clock[0], seconds)


def a_house(database: Database, home: Path) -> House:
    clock = [AT]

    def now() -> str:
        return clock[0]

    book = Book.on(database, home=home, now=now)
    club = people.found_club(book, "Home").id
    ids = {name: people.add_player(book, club, name).id for name in ("Anna", "Bo", "Carl")}
    return House(book, Credentials(database, Tokens(database, KEEPERS), now), club, ids, clock)


@pytest.fixture
def own_file(sqlite_template, tmp_path) -> Iterator[Database]:
    database = open_book(f"sqlite:///{shutil.copy(sqlite_template, tmp_path / 'book.db')}")
    yield database
    database.close()


@pytest.fixture
def house(own_file, tmp_path) -> House:
    return a_house(own_file, tmp_path)


@pytest.fixture(params=["own_file", "postgresql_database"])
def house_on_both(request, tmp_path) -> House:
    return a_house(request.getfixturevalue(request.param), tmp_path)


def table_link(book: Book) -> str:
    """A link for the table of a night at which Anna and Bo sit."""
    head = read_head(["night: Friday", "money: 0.25 DKK a chip", "club: Home", "bank: Bo", "players: Anna, Bo"])
    night = open_night(book, head).opened.night
    return sign_in_links.invite_table(book, night, at=HERE).url.partition("/join/")[2]
