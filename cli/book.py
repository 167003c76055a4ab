"""The book of a command: opened, and closed when what follows from its acts is done.

A night whose record was changed after it was sealed brings a warning first, and the command ends with exit code 3.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from cli import render
from cli.errors import UNREADABLE
from cli.options import answering, club_option, end, ends_with, key_option
from engine.grammar import counted
from engine.speech import say
from service.app.book import Book
from service.app.seeing import damage, see
from service.errors import BookError
from service.reports.views.visible_night import VisibleNight

Function = TypeVar("Function", bound=Callable[..., Any])


def with_book(function: Function) -> Function:
    """Passes the book of the settings as the first argument. Afterwards does what follows from the acts, and closes it.

    Where there is no book, the command is refused: a mistyped place is not a new book.
    """
    return _with_book(function, makes=False)


def with_new_book(function: Function) -> Function:
    """The same for a command that begins a book where there is none, and then says so."""
    return _with_book(function, makes=True)


def answers(function: Callable[..., Iterator[object]]) -> Callable[..., None]:
    """--json and the book, for a command that yields its answer."""
    return with_book(answering(function))


def looks_at_club(function: Callable[..., Iterator[object]]) -> Callable[..., None]:
    """What a command takes that shows something of a club: --club, --json, and the book."""
    return club_option(answers(function))


def acts_on_club(function: Callable[..., Iterator[object]]) -> Callable[..., None]:
    """What a command takes that records an act of a club: --club, --key, --json, and the book."""
    return club_option(key_option(answers(function)))


def _with_book(function: Function, *, makes: bool) -> Function:
    @functools.wraps(function)
    def with_it(*args: Any, **kwargs: Any) -> Any:
        with Book.open(makes=makes) as book:
            if book.is_new:
                render.aside(say("A new book was made at {place}.", place=book.database.place))
            if behind := book.clock_behind():
                render.aside(behind)
            try:
                outcome = function(book, *args, **kwargs)
            finally:
                finish(book)
        end()
        return outcome

    return with_it  # type: ignore[return-value]


def finish(book: Book) -> bool:
    """Does the jobs that the acts of this process have brought; True if there were any. Says which of them failed.

    The acts are recorded whatever happens here, and what could not be done is tried again by the next worker.
    """
    if not book.followed:
        return False
    # It brings the queue and the reports, and after most acts nothing follows.
    from service.jobs.runners import do_what_followed  # noqa: PLC0415

    # What failed is said below; without a handler of its own, the log would say it too.
    logging.getLogger("chipbook.tasks").addHandler(logging.NullHandler())
    try:
        failed = do_what_followed(book)
    except BookError as problem:
        failed = [str(problem)]
    for sentence in failed:
        render.aside(
            say(
                "Recorded; what follows from it is not done yet: {sentence} `chipbook jobs` lists it.",
                sentence=sentence,
            )
        )
    return True


def followed(book: Book, night_id: str) -> VisibleNight | None:
    """Does what follows, and returns the night after it; None if nothing followed."""
    return see(book, night_id) if finish(book) else None


def looked_at(book: Book, view: VisibleNight) -> VisibleNight:
    """The same night, after a warning if its record was changed."""
    warn(view.night_id, damage(book, view.night_id))
    return view


def warn(night: str, results: Sequence[str]) -> None:
    """Says what was found wrong with the record of a night; nothing if nothing was."""
    if not results:
        return
    render.refusal(_sentence(night, results))
    ends_with(UNREADABLE)


def _sentence(night: str, results: Sequence[str]) -> str:
    if len(results) == 1:
        return say(
            "DAMAGED: {finding} The record of {night} was changed; `chipbook verify -n {night}` says more.",
            finding=results[0],
            night=night,
        )
    return say(
        "DAMAGED: {finding} (and {others}) The record of {night} was changed; `chipbook verify -n {night}` says more.",
        finding=results[0],
        others=counted(len(results) - 1, "more finding"),
        night=night,
    )
