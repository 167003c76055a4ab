"""Books that are made once and copied for every test that reads or changes them; and where a book lies."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from service.book.db import Database
from service.book.store.schema import open_book

Make = Callable[[Database], object]
CopyOf = Callable[[Make], Database]


@pytest.fixture(scope="session")
def made_book(tmp_path_factory) -> Callable[[Make], Path]:
    """The file of a book as this function fills it, which it does once."""
    files: dict[Make, Path] = {}

    def made(make: Make) -> Path:
        if make not in files:
            file = tmp_path_factory.mktemp("made") / "chipbook.db"
            with closing(open_book(f"sqlite:///{file}")) as database:
                make(database)
            files[make] = file
        return files[make]

    return made


@pytest.fixture
def copy_of(made_book, tmp_path) -> Iterator[CopyOf]:
    """A book of the test's own, as this function fills it: a copy of the file, which is quicker than to play again."""
    with ExitStack() as open_ones:

        def copied(make: Make) -> Database:
            folder = tmp_path / make.__name__
            folder.mkdir(mode=0o700)
            file = shutil.copy(made_book(make), folder / "chipbook.db")
            return open_ones.enter_context(closing(open_book(f"sqlite:///{file}")))

        yield copied


@pytest.fixture
def url(request, database) -> str:
    """The URL of `database`, for whoever opens it once more."""
    found: str = request.getfixturevalue(f"{database.dialect}_url")
    return found
