"""Imports what another book has exported, with its chain: one night with what its club says of it, or a whole club."""

from __future__ import annotations

from msgspec.structs import replace

from service.app.book import Book
from service.app.refusals import NotANight
from service.book.moving.lines import Export, Imported, import_club, parse_export
from service.book.proof.club import read_acts
from service.book.proof.entry import insist_it_could_be_recorded
from service.book.store.streams import Stream, stream_of_club
from service.errors import ClubDoesNotHold
from service.reports.views.exchange.exchange import ClubImported, NightImported


def import_night(book: Book, text: str) -> NightImported:
    """Records a night from its export, or the missing part of it, with its club if this book does not know it.

    Refuses a night that could not have been recorded here.
    """
    export = parse_export(text.splitlines())
    nights = [stream for stream in export.streams if stream.night]
    if len(nights) != 1:
        raise NotANight(len(nights))
    done = _imported(book, export)
    with book.handler() as handler:
        not_here = tuple(night for night in export.history.club.nights if not handler.lists.has_night(night))
    return replace(_night(export, done, nights[0]), not_here=not_here)


def import_whole_club(book: Book, text: str) -> ClubImported:
    """Records a club with all its nights from its export, or the missing part of it: all of it, or nothing."""
    export = parse_export(text.splitlines())
    done = _imported(book, export)
    return ClubImported(
        club=export.club,
        name=export.history.club.name,
        nights=tuple(_night(export, done, stream) for stream in export.streams if stream.night),
        new_names=done.names,
        head=export.streams[stream_of_club(export.club)][-1].hash,
    )


def _imported(book: Book, export: Export) -> Imported:
    own = stream_of_club(export.club)
    _, faults, _ = read_acts(own, export.streams[own])
    for fault in faults:
        raise ClubDoesNotHold(export.club, fault.version, fault.sentence)
    for stream, events in export.streams.items():
        if stream.night:
            insist_it_could_be_recorded(stream, events, export.history.club.members)
    return import_club(book.database, export)


def _night(export: Export, done: Imported, stream: Stream) -> NightImported:
    return NightImported(
        night=stream.night,
        club=export.club,
        already=done.already[stream],
        added=done.added[stream],
        new_names=done.names,
        head=export.streams[stream][-1].hash,
    )
