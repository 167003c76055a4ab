"""The report of a night in every form: as an answer, a page, print, tables, a workbook or a ledger."""

from __future__ import annotations

from collections.abc import Hashable

from msgspec.structs import replace

from engine.reports.sentences import tell_all
from service.app.book import Book
from service.app.looking_back.receipts import signed_head_if_any
from service.app.night.settling import tickets_of
from service.app.people import one_called
from service.app.seeing import see_in_club, see_proven
from service.book.cache import Cache
from service.book.proof.stream import insist_it_is_sound
from service.book.store.chain import stream_of_night
from service.language.languages import LANGUAGES, in_language
from service.reports.account import Account
from service.reports.beancount import render_beancount
from service.reports.chat import night_for_chat, receipt_for_chat
from service.reports.forms import to_json
from service.reports.forms.as_print import Document, as_pdf, as_png, set_apart
from service.reports.html import ENVIRONMENT, TEMPLATES, Parts, render_html, report_parts
from service.reports.night_report import NightReport, key_of_report, report_view
from service.reports.printed import night_document, player_document, standings_picture
from service.reports.spreadsheets import render_workbook, tables
from service.reports.text import WIDTH, account_lines, render_text
from service.reports.views.visible_night import VisibleNight


def report(book: Book, night_id: str, *, sees_cards: bool = True) -> NightReport:
    """The whole report. Refuses a night whose chain is broken, because its report would prove nothing."""
    return report_view(see_proven(book, night_id, sees_cards=sees_cards))


def as_text(night_report: NightReport) -> str:
    """The whole report for a terminal; ends with a line end."""
    return render_text(night_report).rstrip("\n") + "\n"


def account_of(night_report: NightReport, name: str) -> Account:
    """The account of the player of this name, or of the only name that begins so."""
    player = one_called(name, night_report.names)
    return next(account for account in night_report.accounts if account.player == player)


def account_as_text(night_report: NightReport, name: str) -> str:
    """The same account for a terminal; ends with a line end."""
    player = one_called(name, night_report.names)
    alone = replace(
        night_report,
        accounts=tuple(account for account in night_report.accounts if account.player == player),
        standings=tuple(standing for standing in night_report.standings if standing.player == player),
    )
    return "\n".join([*account_lines(alone, WIDTH), ""])


# A page of many hands is some hundred kilobytes, and that of the longest night some megabytes.
_PARTS: Cache[tuple[Hashable, ...], Parts] = Cache(16)


def as_html(book: Book, night_id: str) -> str:
    """The whole report as a page of HTML, with the signed head if the club can sign here."""
    view = see_proven(book, night_id)
    night_report = report_view(view)
    return render_html(
        night_report,
        tell_all(view.records, view.names),
        payments=tickets_of(book, night_report),
        signed_head=signed_head_if_any(book, night_id),
    )


def parts_for(book: Book, view: VisibleNight) -> Parts:
    """The same as this reader may see it, for a page with a frame of its own; only the bank is told how to pay whom.

    The chain of the night must hold. The page is drawn once for all who may see the same.
    """
    night_report = report_view(view)
    payments = tickets_of(book, night_report) if view.sees_cards else None
    signed_head = signed_head_if_any(book, view.night_id)

    def rendered() -> Parts:
        return report_parts(
            night_report, tell_all(view.visible, view.names), payments=payments, signed_head=signed_head
        )

    return _PARTS.get((key_of_report(view), payments, signed_head), rendered)


def compile_templates() -> int:
    """Compiles the templates of reports, which is done once for all of them; how many there are."""
    names = ENVIRONMENT.list_templates(["html"])
    for name in names:
        ENVIRONMENT.get_template(name)
    return len(names)


def style(look: str) -> str:
    """The style of a report, or if `look` is `season` that of standings, which goes on from it."""
    return "".join((TEMPLATES / f"{one}.css").read_text(encoding="utf-8") for one in dict.fromkeys(("report", look)))


def night_as_pdf(book: Book, night_id: str) -> bytes:
    """The whole report on A4 pages, the result on the first, with how to pay what is open."""
    return as_pdf(_night(book, see_proven(book, night_id)))


def night_as_pdf_apart(book: Book, view: VisibleNight) -> bytes:
    """The same pages, set by a process of its own, for a server that goes on for months. Only the banker's copy says how to pay.

    The chain of the night must hold.
    """
    return set_apart(_night(book, view), "pdf")


def account_as_pdf(book: Book, night_id: str, name: str) -> bytes:
    """The account of the player of this name, or of the only name that begins so, on A4 pages."""
    text = report(book, night_id)
    account = account_of(text, name)
    return as_pdf(player_document(text, account, tickets_of(book, text, account.player)))


def standings_as_png(book: Book, night_id: str) -> bytes:
    """The results and what is still to be paid, as a picture for a phone."""
    return as_png(standings_picture(report(book, night_id)))


def standings_as_png_apart(view: VisibleNight) -> bytes:
    """The same picture, set by a process of its own. The chain of the night must hold."""
    return set_apart(standings_picture(report_view(view)), "png")


def for_chat(view: VisibleNight) -> str:
    """The result and who pays whom in a few lines for the group chat."""
    return night_for_chat(report_view(view))


def receipt_in_words(book: Book, view: VisibleNight) -> str:
    """The receipt of the night as text for the group chat; empty where the club cannot sign here."""
    signed_head = signed_head_if_any(book, view.night_id)
    return receipt_for_chat(report_view(view), signed_head) if signed_head else ""


def _night(book: Book, view: VisibleNight) -> Document:
    night_report = report_view(view)
    return night_document(night_report, tickets_of(book, night_report) if view.sees_cards else None)


def tables_for(view: VisibleNight) -> dict[str, bytes]:
    """The whole report as CSV files, names and contents, as this reader may see it. The chain of the night must hold."""
    return tables(report_view(view), tell_all(view.visible, view.names))


def workbook_for(view: VisibleNight) -> bytes:
    """The same as an XLSX file, whose results and sums are formulas. The chain of the night must hold."""
    return render_workbook(report_view(view))


def beancount_for(view: VisibleNight) -> str:
    """The same as beancount text, with the balances that it must come to. The chain of the night must hold."""
    return render_beancount(report_view(view))


def render_report(book: Book, club: str, night_id: str, version: int) -> dict[str, bytes]:
    """The report as files, by kind: text and JSON, in the language of the house, whoever asks.

    The same version always gives the same files, except for names.

    Refuses what `see_in_club` refuses, and a night whose chain is broken, because its report would prove nothing.
    """
    view = see_in_club(book, club, night_id, version)
    insist_it_is_sound(book.database, stream_of_night(club, night_id))
    with in_language(LANGUAGES[view.opened.rules.language], view.opened.rules.rulebook):
        night_report = report_view(view)
        return {"txt": as_text(night_report).encode(), "json": to_json(night_report)}
