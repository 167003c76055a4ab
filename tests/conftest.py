"""What every test may ask for: an empty, ready book on SQLite and on a real PostgreSQL server.

Imports stand inside the fixtures here, because the engine's tests do without the second that they take. The word lists
of the house, by which games of words are judged, are read quickly and stand outside.
"""

from __future__ import annotations

import gc
import itertools
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from service.language.dictionaries import shipped
from tests.memory import memory
from tests.soak import rounds

if TYPE_CHECKING:
    from service.book.db import Database

DICTIONARIES = (shipped.COMMON_ENGLISH, shipped.WIDE_ENGLISH)
# The name under which a test notes what it has measured.
MEASURED = "measured"
_numbers = itertools.count(1)

# Eleven thousand tests are collected and stay: looking through them for what is no more used finds nothing, every time.
gc.disable()
# How much is made before the young are looked through again: most of what a test makes goes without it.
SELDOM = 50_000


def pytest_configure() -> None:
    """No example fails because the machine is busy; and books of tests wait for no disk where there is memory for them."""
    from hypothesis import settings

    if place := memory():
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(place))
    settings.register_profile("patient", deadline=None, max_examples=rounds(40, 400))
    settings.load_profile("patient")


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """From here on only what the tests themselves make is looked through."""
    gc.freeze()
    gc.set_threshold(SELDOM, 20, 50)
    gc.enable()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What tests have measured, of whichever process."""
    reports = [one for found in terminalreporter.stats.values() for one in found if isinstance(one, pytest.TestReport)]
    told = [
        str(value) for one in reports for name, value in one.user_properties if name == MEASURED and one.when == "call"
    ]
    if told:
        terminalreporter.section("measured")
        for line in told:
            terminalreporter.write_line(line)


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are processors: some tests wait for servers and processes of their own."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(scope="session", autouse=True)
def _routes_compiled_once() -> Iterator[None]:
    """Hundreds of tests make an application of their own, whose routes are all the same: they are kept."""
    from werkzeug.routing import Rule

    compile_anew, kept = Rule.compile, {}

    def compiled(rule: Rule) -> None:
        same = kept.setdefault((rule.rule, rule.host, rule.subdomain, rule.merge_slashes, repr(rule.defaults)), rule)
        if same is rule:
            compile_anew(rule)
            return
        rule._parts, rule._trace, rule._converters, rule.arguments = (
            same._parts,
            same._trace,
            same._converters,
            same.arguments,
        )
        rule._build = same._build.__func__.__get__(rule)
        rule._build_unknown = same._build_unknown.__func__.__get__(rule)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "compile", compiled)
        yield


@pytest.fixture(scope="session", autouse=True)
def _statements_compiled_once() -> Iterator[None]:
    """Each test opens a book of its own, and a statement reads the same in all of them: what it was compiled to is kept."""
    from sqlalchemy import Engine
    from sqlalchemy.engine.default import DefaultDialect
    from sqlalchemy.util import LRUCache

    kept: LRUCache[Any, Any] = LRUCache(1000)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Engine, "_compiled_cache", property(lambda _: kept, lambda _, __: None), raising=False)
        patch.setattr(DefaultDialect, "__eq__", lambda one, other: type(one) is type(other))
        patch.setattr(DefaultDialect, "__hash__", lambda one: hash(type(one)))
        yield


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """The URL of a server on which databases may be made: the one in the environment, else one started here."""
    from tests import servers

    given = os.environ.get("CHIPBOOK_TEST_DATABASE_URL")
    if given:
        yield given.replace("postgresql://", "postgresql+psycopg://", 1)
        return
    with servers.postgresql() as url:
        yield url


@pytest.fixture(scope="session")
def postgresql_template(postgresql_server) -> Iterator[str]:
    """The name of a migrated database; every test gets a copy, which is faster than a migration each time."""
    from service.book.store.schema import open_book
    from tests import servers

    administrator = servers.Administrator(postgresql_server)
    name = f"chipbook_template_{os.getpid()}"
    try:
        open_book(administrator.make(name)).close()
        yield name
    finally:
        administrator.drop(name)


@pytest.fixture
def empty_postgresql_url(postgresql_server) -> Iterator[str]:
    """A database that was never migrated."""
    yield from _own_database(postgresql_server, "template0")


@pytest.fixture
def postgresql_url(postgresql_server, postgresql_template) -> Iterator[str]:
    """A database that holds an empty book."""
    yield from _own_database(postgresql_server, postgresql_template)


@pytest.fixture
def program_url(postgresql_url) -> Iterator[str]:
    """The same database, for a login that has the role of the program and nothing else."""
    from service.book.store.protection import ROLE, grant_application_role
    from service.book.store.schema import open_book
    from tests import servers

    database = open_book(postgresql_url)
    assert grant_application_role(database) is None
    database.close()
    with servers.a_login(postgresql_url, f"program_{os.getpid()}_{next(_numbers)}", ROLE) as url:
        yield url


@pytest.fixture
def sqlite_url(tmp_path) -> str:
    """A file that does not exist yet."""
    return f"sqlite:///{tmp_path / 'home' / 'chipbook.db'}"


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory) -> Path:
    """The file of an empty book; every test gets a copy, which is faster than a migration each time."""
    from service.book.store.schema import open_book

    file = tmp_path_factory.mktemp("template") / "chipbook.db"
    open_book(f"sqlite:///{file}").close()
    return file


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request) -> Iterator[Database]:
    """An empty book; every test that asks for it runs once on each database."""
    if request.param == "sqlite":
        yield request.getfixturevalue("sqlite_database")
    else:
        yield from _opened(request.getfixturevalue("postgresql_url"))


@pytest.fixture
def sqlite_beginning(sqlite_template) -> Path:
    """The file of the book with which a test begins."""
    return sqlite_template


@pytest.fixture
def sqlite_database(sqlite_url, sqlite_beginning) -> Iterator[Database]:
    file = Path(sqlite_url.removeprefix("sqlite:///"))
    file.parent.mkdir(mode=0o700, exist_ok=True)
    # With its rights: it is open to its owner alone.
    shutil.copy(sqlite_beginning, file)
    yield from _opened(sqlite_url)


@pytest.fixture
def postgresql_database(postgresql_url) -> Iterator[Database]:
    yield from _opened(postgresql_url)


def _own_database(server: str, template: str) -> Iterator[str]:
    from tests import servers

    administrator = servers.Administrator(server)
    name = f"chipbook_test_{os.getpid()}_{next(_numbers)}"
    try:
        yield administrator.make(name, template=template)
    finally:
        administrator.drop(name)


def _opened(url: str) -> Iterator[Database]:
    from service.book.store.schema import open_book

    database = open_book(url)
    yield database
    database.close()
