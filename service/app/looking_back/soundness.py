"""Whether the record of a night is as it was written: before a report or a plan of it, and beside what is shown of it."""

from __future__ import annotations

from service.app.book import Book
from service.app.seeing import see
from service.book.proof.stream import damage as damage_of
from service.book.proof.stream import faults as faults_of
from service.book.proof.stream import insist_it_is_sound
from service.reports.views.visible_night import VisibleNight


def see_proven(book: Book, night_id: str, *, is_banker: bool = True) -> VisibleNight:
    """The night, unless its chain is broken: a report or a plan of it would prove nothing."""
    with book.handler(night_id) as handler:
        insist_it_is_sound(book.database, handler.stream(night_id))
    return see(book, night_id, is_banker=is_banker)


def damage(book: Book, night_id: str) -> list[str]:
    """What is wrong with the record of the night, in sentences; empty if it is as it was sealed."""
    with book.handler(night_id) as handler:
        return damage_of(book.database, handler.stream(night_id))


def faults(book: Book, night_id: str) -> list[str]:
    """The same, and what does not add up or would not be recorded so again by the rules."""
    with book.handler(night_id) as handler:
        return faults_of(book.database, handler.stream(night_id))
