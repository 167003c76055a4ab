"""A night as one page with a slider over its events, in a file of its own because the templates take a while to load."""

from __future__ import annotations

from service.app.book import Book
from service.app.looking_back.audit import see_as
from service.reports.audit_page import render_audit


def as_page(book: Book, night_id: str, player: str = "") -> str:
    """The page, with every card in the book, or as the player of this name may see the night."""
    return render_audit(see_as(book, night_id, player))
