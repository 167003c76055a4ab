"""The report of a night as a page of HTML, in a file of its own because the templates take a while to load."""

from __future__ import annotations

from engine.reports.sentences import tell_all
from service.app.book import Book
from service.app.soundness import see_proven
from service.reports.html import render_html
from service.views.report import report_view


def as_html(book: Book, night_id: str) -> str:
    """The whole report as a page of HTML."""
    seen = see_proven(book, night_id)
    return render_html(report_view(seen), tell_all(seen.records, seen.names))
