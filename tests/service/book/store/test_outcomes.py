"""What a job came to is kept once, under its key in its club, whoever does it again."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.book.db import Database
from service.book.store.jobs import outcome_of, record_outcome
from service.errors import KeyReused

KEY = "settle:n1:7"


def keep(database: Database, body: str, *, club: str = "k", digest: str = "d") -> str:
    return record_outcome(database, club=club, key=KEY, digest=digest, stream="night:n1", body=body)


def test_the_first_outcome_stays(database) -> None:
    assert outcome_of(database, "k", KEY) is None
    assert keep(database, "first") == "first"
    assert keep(database, "second") == "first"
    assert outcome_of(database, "k", KEY) == "first"


def test_two_clubs_may_each_have_an_outcome_under_one_key(sqlite_database) -> None:
    keep(sqlite_database, "ours")
    assert keep(sqlite_database, "theirs", club="l", digest="e") == "theirs"
    assert (outcome_of(sqlite_database, "k", KEY), outcome_of(sqlite_database, "l", KEY)) == ("ours", "theirs")


def test_another_job_of_the_same_key_is_refused(sqlite_database) -> None:
    keep(sqlite_database, "first")
    with pytest.raises(KeyReused):
        keep(sqlite_database, "second", digest="e")


def test_an_outcome_that_is_recorded_by_several_at_once_is_that_of_one_of_them(database) -> None:
    barrier = threading.Barrier(4)

    def work(number: int) -> str:
        barrier.wait(10)
        return keep(database, f"that of {number}")

    with ThreadPoolExecutor(4) as together:
        assert set(together.map(work, range(4))) == {outcome_of(database, "k", KEY)}
