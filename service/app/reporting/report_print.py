"""The report of a night for print and for the group chat, in a file of its own because the typesetter takes a while to load."""

from __future__ import annotations

from service.app.book import Book
from service.app.looking_back.soundness import see_proven
from service.app.reporting.report import account_of, report
from service.app.settling.handles import tickets_of
from service.reports.printing.document import Document
from service.reports.printing.night import night_document
from service.reports.printing.picture import standings_picture
from service.reports.printing.player import player_document
from service.reports.printing.typeset import as_pdf, as_pdf_apart, as_png
from service.reports.views.reporting.report import report_view
from service.reports.views.visible_night import VisibleNight


def night_as_pdf(book: Book, night_id: str) -> bytes:
    """The whole report on A4 pages, the result on the first, with how to pay what is open."""
    return as_pdf(_night(book, see_proven(book, night_id)))


def night_as_pdf_apart(book: Book, seen: VisibleNight) -> bytes:
    """The same pages, set by a process of its own, for a server that goes on for months. Only the banker's copy says how to pay.

    The chain of the night must hold.
    """
    return as_pdf_apart(_night(book, seen))


def account_as_pdf(book: Book, night_id: str, name: str) -> bytes:
    """The account of the player of this name, or of the only name that begins so, on A4 pages."""
    told = report(book, night_id)
    account = account_of(told, name)
    return as_pdf(player_document(told, account, tickets_of(book, told, account.player)))


def standings_as_png(book: Book, night_id: str) -> bytes:
    """The results and what is still to be paid, as a picture for a phone."""
    return as_png(standings_picture(report(book, night_id)))


def _night(book: Book, seen: VisibleNight) -> Document:
    told = report_view(seen)
    return night_document(told, tickets_of(book, told) if seen.is_banker else None)
