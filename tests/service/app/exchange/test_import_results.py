"""Results of many nights are recorded in one transaction: a process that dies on the way leaves nothing."""

import pytest

from service.app.book import Book
from service.app.exchange.exports import results_of
from service.app.exchange.results import bring, look
from service.app.people import clubs
from service.app.refusals import NoResults
from service.app.seeing import nights
from service.book.store.schema import open_book
from service.errors import VersionConflict
from service.reports.views.exchange import ImportAnswers
from tests.forked import Forked

NOTHING = ImportAnswers()
FILE = "date;Anna;Bo\n2019-01-01;5;-5\n2019-01-02;6;-6\n2019-01-03;7;-7\n"
DIES = """
import os, sys
from pathlib import Path
from service.app.book import Book
from service.app.exchange.results import bring, look
from service.reports.views.exchange import ImportAnswers
from service.book.store import event_store
from service.book.store.schema import open_book

inserted = event_store.insert_events
calls = []

def dying(*args):
    calls.append(1)
    if len(calls) == int(sys.argv[2]):
        os._exit(9)
    return inserted(*args)

event_store.insert_events = dying
with Book.on(open_book(sys.argv[1]), home=Path(sys.argv[3])) as book:
    bring(book, look(book, "Home", [("old.csv", sys.argv[4].encode())], ImportAnswers()))
"""


# Each night is inserted, and then what the club says of it.
@pytest.mark.parametrize("at", [1, 2, 5, 6])
def test_a_process_that_dies_on_the_way_leaves_nothing(tmp_path, at) -> None:
    url = f"sqlite:///{tmp_path / 'book.db'}"
    open_book(url).close()
    assert Forked(["-c", DIES, url, at, tmp_path, FILE]).wait(60) == 9
    with Book.on(open_book(url), home=tmp_path) as book:
        assert not nights(book, limit=9).nights
        assert not clubs(book).clubs
        assert bring(book, look(book, "Home", [("old.csv", FILE.encode())], NOTHING)).recorded
        assert len(nights(book, limit=9).nights) == 3


def test_two_who_import_the_same_file_at_once_record_it_once(book) -> None:
    bring(book, look(book, "Home", [("old.csv", b"date;Anna;Bo\n2018-01-01;5;-5\n")], NOTHING))
    first, second = (look(book, "Home", [("old.csv", FILE.encode())], NOTHING) for _ in range(2))
    bring(book, first)
    with pytest.raises(VersionConflict):
        bring(book, second)
    assert len(nights(book, limit=9).nights) == 4


def test_imported_nights_bring_no_jobs(book) -> None:
    bring(book, look(book, "Home", [("old.csv", FILE.encode())], NOTHING))
    assert not book.followed


def test_a_club_without_a_closed_night_has_no_results(book) -> None:
    bring(book, look(book, "Home", [("old.csv", FILE.encode())], NOTHING))
    with pytest.raises(NoResults):
        results_of(book, "Home", currency="EUR")
