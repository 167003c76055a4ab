"""How the work goes, and what is asked of a book that cannot be read."""

import pytest

from service.app.running.jobs import how_the_work_goes
from service.book.db import Database
from service.errors import BookUnreachable


def test_a_book_without_jobs_has_no_stuck_work(book) -> None:
    work = how_the_work_goes(book.database, book.now())
    assert (work.stuck, work.due, work.sentences) == (False, 0, ())


def test_the_work_of_a_book_that_cannot_be_read_is_not_told(book, monkeypatch) -> None:
    def gone(_: Database) -> None:
        raise BookUnreachable("db.example/club", "no answer")

    monkeypatch.setattr(Database, "reading", gone)
    with pytest.raises(BookUnreachable):
        how_the_work_goes(book.database, book.now())
