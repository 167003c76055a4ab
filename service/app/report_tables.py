"""The report of a night as tables for a spreadsheet."""

from __future__ import annotations

from engine.reports.sentences import tell_all
from service.app.book import Book
from service.app.soundness import see_proven
from service.reports.tables_csv import tables
from service.views.report import report_view


def as_tables(book: Book, night_id: str) -> dict[str, bytes]:
    """The whole report as CSV files: names and contents."""
    seen = see_proven(book, night_id)
    return tables(report_view(seen), tell_all(seen.records, seen.names))
