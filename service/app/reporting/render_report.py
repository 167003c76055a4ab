"""Makes the files of the report of a night as it was at a version."""

from __future__ import annotations

from service.app.book import Book
from service.app.reporting.report import as_text
from service.app.seeing import see_in_club
from service.book.proof.stream import insist_it_is_sound
from service.book.store.streams import stream_of_night
from service.language.languages import LANGUAGES, in_language
from service.reports.encoding import to_json
from service.reports.views.reporting.report import report_view


def render_report(book: Book, club: str, night_id: str, version: int) -> dict[str, bytes]:
    """The report as files, by kind: text and JSON, in the language of the house, whoever asks.

    The same version always gives the same files, except for names.

    Refuses what `see_in_club` refuses, and a night whose chain is broken, because its report would prove nothing.
    """
    seen = see_in_club(book, club, night_id, version)
    insist_it_is_sound(book.database, stream_of_night(club, night_id))
    with in_language(LANGUAGES[seen.opened.rules.language]):
        told = report_view(seen)
        return {"txt": as_text(told).encode(), "json": to_json(told)}
