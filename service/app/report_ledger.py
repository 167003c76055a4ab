"""The report of a night as a ledger for plain-text accounting."""

from __future__ import annotations

from service.app.book import Book
from service.app.report import report
from service.reports.beancount import render_beancount


def as_beancount(book: Book, night_id: str) -> str:
    """The night as beancount text, with the balances that it must come to."""
    return render_beancount(report(book, night_id))
