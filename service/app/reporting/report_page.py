"""The report of a night as a page of HTML, in a file of its own because the templates take a while to load."""

from __future__ import annotations

from collections.abc import Hashable

from engine.reports.sentences import tell_all
from service.app.book import Book
from service.app.looking_back.receipt import signed_head_if_any
from service.app.looking_back.soundness import see_proven
from service.app.settling.handles import tickets_of
from service.book.cache import Cache
from service.reports.html import ENVIRONMENT, TEMPLATES, Parts, render_html, report_parts
from service.reports.views.reporting.report import key_of_report, report_view
from service.reports.views.visible_night import VisibleNight

# A page of many hands is some hundred kilobytes, and that of the longest night some megabytes.
_PARTS: Cache[tuple[Hashable, ...], Parts] = Cache(16)


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


def parts_for(book: Book, seen: VisibleNight) -> Parts:
    """The same as this reader may see it, for a page with a frame of its own; only the bank is told how to pay whom.

    The chain of the night must hold. The page is drawn once for all who may see the same.
    """
    told = report_view(seen)
    payments = tickets_of(book, told) if seen.is_banker else None
    signed_head = signed_head_if_any(book, seen.night_id)

    def drawn() -> Parts:
        return report_parts(told, tell_all(seen.told, seen.names), payments=payments, signed_head=signed_head)

    return _PARTS.get((key_of_report(seen), payments, signed_head), drawn)


def compile_templates() -> int:
    """Compiles the templates of reports, which is done once for all of them; how many there are."""
    names = ENVIRONMENT.list_templates(["html"])
    for name in names:
        ENVIRONMENT.get_template(name)
    return len(names)


def style(look: str) -> str:
    """The style of a report, or if `look` is `season` that of standings, which goes on from it."""
    return "".join((TEMPLATES / f"{one}.css").read_text(encoding="utf-8") for one in dict.fromkeys(("report", look)))
