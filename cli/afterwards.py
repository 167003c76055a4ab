"""What follows from an act at the command line, done in the same process once it is recorded: the plan, the report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli import render
from cli.screens import night_screens
from engine.speech import say

if TYPE_CHECKING:
    from service.app.book import Book
    from service.reports.views.visible_night import VisibleNight


def finish(book: Book) -> bool:
    """Does the jobs that the acts of this process have brought; True if there were any. Says which of them failed.

    The acts are recorded whatever happens here, and what could not be done is tried again by the next worker.
    """
    if not book.followed:
        return False
    import logging

    from service.errors import BookError
    from service.jobs.runners import do_what_followed

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
    from service.app.seeing import see

    return see(book, night_id) if finish(book) else None


def show(book: Book, seen: VisibleNight) -> None:
    """Prints who pays whom, if that is known now."""
    from service.app.seeing import where_it_stands

    # Anybody at the table may look at the screen.
    night_screens.transfers(where_it_stands(book, seen.as_anybody()))
