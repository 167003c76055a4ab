"""Real workers in processes of their own, on a real Redis or Valkey, and a book that they share with the test."""

import itertools
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from service.book.db import Database
from service.book.store.jobs import JobReport, Jobs
from service.book.store.schema import open_book
from service.jobs.working import JobContext, Worker
from tests import servers
from tests.forked import Forked

ROOT = Path(__file__).parents[3]
# Only a test that fails waits so long: a busy machine may take long to start a process.
PATIENCE_SECONDS = 240
# Redis has sixteen databases; every test takes the next one.
REDIS_DATABASES = 16

_numbers = itertools.count(os.getpid())


@pytest.fixture(scope="session")
def redis_server() -> Iterator[str]:
    """The URL of a Redis: the one in the environment, else one started here."""
    given = os.environ.get("CHIPBOOK_TEST_REDIS_URL")
    if given:
        yield given
        return
    with servers.redis() as url:
        yield url


@pytest.fixture
def redis_url(redis_server) -> str:
    """A database of the Redis. It may hold messages of an earlier test, which must not matter."""
    scheme, _, rest = redis_server.partition("://")
    return f"{scheme}://{rest.partition('/')[0]}/{next(_numbers) % REDIS_DATABASES}"


@pytest.fixture(params=["sqlite", "postgresql"])
def book_url(request) -> str:
    """The URL of an empty book, on each database."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    open_book(url).close()
    return url


@pytest.fixture
def home(tmp_path) -> Path:
    """The folder in which the reports are written."""
    folder = tmp_path / "home"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture
def database(sqlite_database) -> Database:
    """On SQLite: what workers do is the same on both databases; `database_on_both` for the rows and for those who race."""
    return sqlite_database


@pytest.fixture(params=["sqlite_database", "postgresql_database"])
def database_on_both(request) -> Database:
    found: Database = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def jobs(database) -> Jobs:
    return Jobs(database)


@pytest.fixture
def worker(database, jobs, home) -> Worker:
    """A worker in this process."""
    return Worker(JobContext(database, home), jobs, wait_seconds=(0,))


Start = Callable[..., Forked]


@pytest.fixture
def start_worker(redis_url, home, tmp_path) -> Iterator[Start]:
    """Starts a real worker; any that is left at the end of the test is killed."""
    processes: list[Forked] = []

    def start(
        book_url: str, *, slow: str = "", when: str = "", sweep_seconds: float = 0.3, redis: str = redis_url
    ) -> Forked:
        words = [book_url, redis, str(home), str(sweep_seconds), slow, when]
        with (tmp_path / f"worker-{len(processes)}.log").open("wb") as log:
            process = Forked(["-m", "tests.service.jobs.slow_worker", *words], stdout=log, stderr=log)
        processes.append(process)
        return process

    yield start
    for process in processes:
        process.kill()
        process.wait(10)


def eventually(happened: Callable[[], object], what: str) -> None:
    """Waits until it has happened."""
    give_up_at = time.monotonic() + PATIENCE_SECONDS
    while not happened():
        assert time.monotonic() < give_up_at, f"{what} did not happen in {PATIENCE_SECONDS} seconds."
        time.sleep(0.05)


def wait_until_done(jobs: Jobs) -> list[JobReport]:
    """The jobs, once none of them is due or claimed any more."""
    eventually(lambda: not jobs.listed(("due", "claimed")), "The end of all jobs")
    return jobs.listed()
