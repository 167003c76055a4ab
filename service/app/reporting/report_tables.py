"""The report of a night as tables for a spreadsheet."""

from __future__ import annotations

from engine.reports.sentences import tell_all
from service.app.book import Book
from service.app.looking_back.soundness import see_proven
from service.reports.tables_csv import tables
from service.reports.views.reporting.report import report_view
from service.reports.views.visible_night import VisibleNight


def as_tables(book: Book, night_id: str) -> dict[str, bytes]:
    """The whole report as CSV files: names and contents."""
    return tables_for(see_proven(book, night_id))


def tables_for(seen: VisibleNight) -> dict[str, bytes]:
    """The same as this reader may see it. The chain of the night must hold."""
    return tables(report_view(seen), tell_all(seen.told, seen.names))
