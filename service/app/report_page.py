"""The report of a night as a page of HTML, in a file of its own because the templates take a while to load."""

from __future__ import annotations

from engine.reports.sentences import tell_all
from service.app.book import Book
from service.app.handles import tickets_of
from service.app.receipt import signed_head_if_any
from service.app.soundness import see_proven
from service.reports.html import render_html
from service.views.report import report_view


def as_html(book: Book, night_id: str) -> str:
    """The whole report as a page of HTML, with the signed head if the club can sign here."""
    seen = see_proven(book, night_id)
    told = report_view(seen)
    return render_html(
        told,
        tell_all(seen.records, seen.names),
        payments=tickets_of(book, told),
        signed_head=signed_head_if_any(book, night_id),
    )
