"""The standings for print, in a file of its own because the typesetter takes a while to load."""

from __future__ import annotations

from service.app.book import Book
from service.app.reporting.standings import Question
from service.app.reporting.standings_page import seasons_of
from service.reports.printing.document import Document
from service.reports.printing.season import season_document
from service.reports.printing.typeset import as_pdf, as_pdf_apart


def standings_as_pdf(book: Book, club_id: str, question: Question) -> bytes:
    """The standings on A4 pages, the table and the totals over the nights on the first. Nobody who opted out is named."""
    return as_pdf(_document(book, club_id, question))


def standings_as_pdf_apart(book: Book, club_id: str, question: Question) -> bytes:
    """The same pages, set by a process of its own, for a server that goes on for months."""
    return as_pdf_apart(_document(book, club_id, question))


def _document(book: Book, club_id: str, question: Question) -> Document:
    return season_document(*seasons_of(book, club_id, question), book.zone)
