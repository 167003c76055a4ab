"""An application on an empty book with its own clock, and clients: the banker, who keeps the book, and an onlooker."""

import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from flask import Flask

from service.api.context import EXTENSION, RequestContext
from service.api.live.hub import Hub
from service.app.book import Book
from service.book.db import Database
from service.book.store.schema import open_book
from service.config import Settings
from service.jobs.runners import job_runner_for
from service.people.credentials import Credentials, Tokens
from service.web.wsgi import create_app
from tests.service.api.evening import AT, TOKEN, Banker, Clock, Onlooker, Table, an_evening
from tests.service.api.people import with_people
from tests.serving import serving


@pytest.fixture
def clock() -> Clock:
    return Clock(AT)


@pytest.fixture
def settings(tmp_path) -> Settings:
    return settings_in(tmp_path)


def settings_in(home: Path) -> Settings:
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
def evening_template(tmp_path_factory, sqlite_template) -> tuple[Path, Table]:
    """The file of a book that holds the evening of `table`, and that evening; its banker can no longer ask."""
    file = tmp_path_factory.mktemp("evening") / "chipbook.db"
    shutil.copy(sqlite_template, file)
    database = open_book(f"sqlite:///{file}")
    with contextmanager(made)(database, settings_in(file.parent), Clock(AT)) as app:
        table = an_evening(Banker(app.test_client(), TOKEN, taps="evening"))
    database.close()
    return file, table


@pytest.fixture
def sqlite_beginning(request, sqlite_template) -> Path:
    """The book of the evening for a test that asks for its table; else an empty one."""
    return request.getfixturevalue("evening_template")[0] if "table" in request.fixturenames else sqlite_template


@pytest.fixture
def app(request):
    """On SQLite; a test that depends on the database uses `app_on_both`. One for all tests of a module that says so."""
    if _one_for_all(request):
        yield request.getfixturevalue("shared_app")
        return
    served, *hers = (request.getfixturevalue(one) for one in ("application", "sqlite_database", "settings", "clock"))
    yield from _lent(served, *hers)


def _lent(application: Flask, database: Database, settings: Settings, clock: Clock) -> Iterator[Flask]:
    """The application with this book, for one test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(application.extensions, EXTENSION, _context_of(application, database, settings, clock))
        yield with_people(application)
        application.extensions[EXTENSION].hub.close()


@pytest.fixture(scope="session")
def application(tmp_path_factory):
    """Its routes serve one test after the other, each with a book of its own: making them takes longer than most tests."""
    home = tmp_path_factory.mktemp("application")
    with closing(open_book(f"sqlite:///{home / 'book.db'}")) as database:
        yield create_app(settings_in(home), database, stream_seconds=0)


def _context_of(application: Flask, database: Database, settings: Settings, clock: Clock) -> RequestContext:
    """What `create_app` makes of a book; limits and lanes are those of the application."""
    hub = Hub(database, streams_max=settings.streams_max, look_seconds=0.05)
    book = Book.on(database, home=settings.home, now=clock, announce=hub.announce, keys=settings.keys)
    tokens = Tokens(database, settings.token)
    who = Credentials(database, tokens, book.latest)
    return replace(application.extensions[EXTENSION], book=book, hub=hub, tokens=tokens, credentials=who)


def _one_for_all(request: pytest.FixtureRequest) -> bool:
    """Whether the tests of this module harm no other: they read, are refused, or make clubs of their own."""
    return getattr(request.module, "ONE_FOR_ALL", False)


@pytest.fixture
def app_on_both(application, database, settings, clock):
    yield from _lent(application, database, settings, clock)


def made(database: Database, settings: Settings, clock: Clock) -> Iterator[Flask]:
    """An application of its own."""
    app = with_people(create_app(settings, database, now=clock, stream_seconds=0, look_seconds=0.05))
    yield app
    app.extensions[EXTENSION].hub.close()


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
def banker(request, app) -> Banker:
    # Her keys go on from test to test.
    return request.getfixturevalue("shared_table").banker if _one_for_all(request) else Banker(app.test_client(), TOKEN)


@pytest.fixture
def onlooker(app) -> Onlooker:
    """A client who only looks on."""
    return Onlooker(app.test_client())


@pytest.fixture
def table(request, banker) -> Table:
    """Anna, Bo and Carl at an open night, with 150 chips each; Bo keeps the bank."""
    if _one_for_all(request):
        return request.getfixturevalue("shared_table")
    _, evening = request.getfixturevalue("evening_template")
    return replace(evening, banker=banker, ids=dict(evening.ids))


@pytest.fixture
def table_on_both(app_on_both) -> Table:
    return an_evening(Banker(app_on_both.test_client(), TOKEN))


@pytest.fixture
def nothing_is_typeset(monkeypatch) -> None:
    """Typesetting takes seconds of another process; here only whether somebody gets so far counts."""
    monkeypatch.setattr("service.app.looking_back.report.night_as_pdf_apart", lambda *_: b"")
    monkeypatch.setattr("service.app.looking_back.report.standings_as_png_apart", lambda _: b"")
    monkeypatch.setattr("service.app.looking_back.standings.standings_as_pdf_apart", lambda *_: b"")
    monkeypatch.setattr("service.app.looking_back.standings.standings_as_png_apart", lambda *_: b"")


@pytest.fixture(scope="module")
def shared_app(tmp_path_factory):
    """One application for all tests of a module, which leave one another's people alone: making one takes longer than a test."""
    home = tmp_path_factory.mktemp("shared")
    database = open_book(f"sqlite:///{home / 'book.db'}")
    yield from made(database, settings_in(home), Clock(AT))
    database.close()


@pytest.fixture(scope="module")
def shared_table(shared_app) -> Table:
    """The evening of the shared application; Bo is also the banker of the club."""
    table = an_evening(Banker(shared_app.test_client(), TOKEN))
    table.banker.post(f"/clubs/{table.club}/players/{table.ids['Bo']}/roles", {"role": "banker", "held": True})
    return table
