"""An application on an empty book with its own clock, and clients: the banker, who keeps the book, and an onlooker."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from service.api.context import EXTENSION
from service.book.store.schema import open_book
from service.config import Settings
from service.jobs.runners import job_runner_for
from service.web.wsgi import create_app
from tests.service.api.evening import AT, TOKEN, Banker, Clock, Onlooker, Table, an_evening
from tests.service.api.people import with_people
from tests.serving import serving


@pytest.fixture
def clock() -> Clock:
    return Clock(AT)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return _settings(tmp_path)


def _settings(home: Path) -> Settings:
    return Settings(
        home=home,
        database_url="",
        zone=ZoneInfo("UTC"),
        streams_max=3,
        token=TOKEN,
        # Tests ask faster than a table does.
        requests_max=0,
        token_requests_max=0,
        sign_ins_max=0,
    )


@pytest.fixture(scope="session")
def evening_template(tmp_path_factory: pytest.TempPathFactory, sqlite_template: Path) -> tuple[Path, Table]:
    """The file of a book that holds the evening of `table`, and that evening; its banker can no longer ask."""
    file = tmp_path_factory.mktemp("evening") / "chipbook.db"
    shutil.copy(sqlite_template, file)
    database = open_book(f"sqlite:///{file}")
    with contextmanager(_made)(database, _settings(file.parent), Clock(AT)) as app:
        table = an_evening(Banker(app.test_client(), TOKEN, taps="evening"))
    database.close()
    return file, table


@pytest.fixture
def sqlite_beginning(request: pytest.FixtureRequest, sqlite_template: Path) -> Path:
    """The book of the evening for a test that asks for its table; else an empty one."""
    return request.getfixturevalue("evening_template")[0] if "table" in request.fixturenames else sqlite_template


@pytest.fixture
def app(sqlite_database, settings, clock):
    """On SQLite; a test that depends on the database uses `app_on_both`."""
    yield from _made(sqlite_database, settings, clock)


@pytest.fixture
def app_on_both(database, settings, clock):
    yield from _made(database, settings, clock)


def _made(database, settings, clock):
    made = with_people(create_app(settings, database, now=clock, stream_seconds=0, look_seconds=0.05))
    yield made
    made.extensions[EXTENSION].hub.close()


@pytest.fixture
def address(sqlite_database, settings) -> Iterator[str]:
    """A server on a port of its own, on the clock of the world, which does its own jobs as `chipbook serve` does."""
    jobs = job_runner_for(settings, sqlite_database)
    with serving(create_app(settings, sqlite_database, tell=jobs.tell)) as port:
        jobs.start()
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            jobs.stop()


@pytest.fixture
def banker(app) -> Banker:
    return Banker(app.test_client(), TOKEN)


@pytest.fixture
def onlooker(app) -> Onlooker:
    """A client who only looks on."""
    return Onlooker(app.test_client())


@pytest.fixture
def table(banker, evening_template) -> Table:
    """Anna, Bo and Carl at an open night, with 150 chips each; Bo keeps the bank."""
    _, evening = evening_template
    return replace(evening, banker=banker, ids=dict(evening.ids))


@pytest.fixture
def table_on_both(app_on_both) -> Table:
    return an_evening(Banker(app_on_both.test_client(), TOKEN))


@pytest.fixture(scope="module")
def shared_app(tmp_path_factory: pytest.TempPathFactory):
    """One application for all tests of a module, which leave one another's people alone: making one takes longer than a test."""
    home = tmp_path_factory.mktemp("shared")
    database = open_book(f"sqlite:///{home / 'book.db'}")
    yield from _made(database, _settings(home), Clock(AT))
    database.close()


@pytest.fixture(scope="module")
def shared_table(shared_app) -> Table:
    """The evening of the shared application; Bo is also the banker of the club."""
    table = an_evening(Banker(shared_app.test_client(), TOKEN))
    table.banker.post(f"/clubs/{table.club}/players/{table.ids['Bo']}/roles", {"role": "banker", "held": True})
    return table
