"""The report of a night as a ledger for plain-text accounting."""

from __future__ import annotations

from service.app.book import Book
from service.app.reporting.report import report
from service.reports.beancount import render_beancount
from service.reports.views.reporting.report import report_view
from service.reports.views.visible_night import VisibleNight


def as_beancount(book: Book, night_id: str) -> str:
    """The night as beancount text, with the balances that it must come to."""
    return render_beancount(report(book, night_id))


def beancount_for(seen: VisibleNight) -> str:
    """The same as this reader may see it. The chain of the night must hold."""
    return render_beancount(report_view(seen))
