"""`chipbook audit`: the table at any event, why each chip moved, where two versions part, and what if it had been otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from cli import commands, render
from cli.book import answers
from cli.completion import known_players
from cli.errors import WRONG_USAGE, CliError
from cli.options import of_a_night, output_option, put, read_bytes, read_text
from cli.screens import audit_screens, night_screens
from cli.terminal import progress
from engine.speech import say, say_as, to_say
from service.app.book import Book
from service.app.looking_back import verify as auditing
from service.app.night.lines import player_called
from service.app.seeing import find_id
from service.reports.audit_page import render_audit
from service.reports.views.movements import moves_of_event, moves_of_hand, moves_of_player
from service.reports.views.table import table_view
from service.reports.views.visible_night import VisibleNight

QUESTIONS = to_say("--event N, --why NAME, --why N, --hand N, --against FILE, --without N or --html")
SQLITE_BEGINS = b"SQLite format 3"


@commands.command()
@of_a_night
@commands.option(
    "--event", "at", type=click.IntRange(min=1), metavar="N", help="The table as it stood at event N, drawn."
)
@commands.word("--player NAME", "With --event or --html: as this player may see it.", known_players, to="viewer")
@commands.word("--why NAME|N", "Why each chip of a player moved, or what event N moved.", known_players)
@commands.option("--hand", type=click.IntRange(min=1), metavar="N", help="What moved in hand N, and why.")
@commands.word("--against FILE", "The first event where an export or another book differs.")
@commands.option(
    "--without", multiple=True, type=click.IntRange(min=1), metavar="N", help="What would change without event N."
)
@commands.option(
    "--stop-at", type=click.IntRange(min=1), metavar="N", help="With --without: nothing counts from event N on."
)
@commands.flag("--html", "One page with a slider over all events, for a file.", to="as_html")
@output_option
@answers
def audit(
    book: Book,
    *,
    night: str,
    at: int | None,
    viewer: str,
    why: str,
    hand: int | None,
    against: str,
    without: tuple[int, ...],
    stop_at: int | None,
    as_html: bool,
    output: str,
) -> Iterator[object]:
    """Look into a night after the fact. Without NIGHT it is the newest. Nothing is recorded.

    \b
    chipbook audit --event 412                    the table as it stood then, drawn
    chipbook audit --event 412 --player anna      as Anna could see it
    chipbook audit --why anna                     every chip of hers: event, rule, sum
    chipbook audit --why 412 · --hand 7           what moved by an event, in a hand
    chipbook audit --against friday.ndjson        where another version differs
    chipbook audit --without 41                   everything that would change
    chipbook audit --html -o audit.html           all of it, with a slider
    """
    asked = [at is not None, bool(why), hand is not None, bool(against), bool(without), as_html]
    if sum(asked) != 1:
        text = say_as("of questions", "several") if sum(asked) else say_as("of questions", "none")
        raise CliError(
            "one_question",
            say("An audit asks one question, and you asked {said}: {questions}.", said=text, questions=say(QUESTIONS)),
            WRONG_USAGE,
        )
    _insist_they_belong(viewer=viewer, with_viewer=at is not None or as_html, without=without, stop_at=stop_at)
    if output and not as_html:
        raise CliError(
            "output_of_a_page", say("-o is for the page; say --html with it, or send the text to a file."), WRONG_USAGE
        )
    night_id = find_id(book, night)
    if as_html:
        yield from _page(book, night_id, viewer, output)
    elif against:
        yield from _difference(book, night_id, against)
    elif without:
        yield from _otherwise(book, night_id, without, stop_at)
    elif at is not None:
        yield from _table(book, night_id, at, viewer)
    else:
        yield from _moves(book, night_id, why, hand)


def _insist_they_belong(*, viewer: str, with_viewer: bool, without: tuple[int, ...], stop_at: int | None) -> None:
    """Refuses an option that says nothing about the question that was asked."""
    if viewer and not with_viewer:
        raise CliError(
            "viewer_without_table",
            say("--player says who looks at the table: say it with --event or --html."),
            WRONG_USAGE,
        )
    if stop_at is not None and not without:
        raise CliError("stop_at_of_what", say("--stop-at needs the event: --without N."), WRONG_USAGE)


def _table(book: Book, night_id: str, at: int, viewer: str) -> Iterator[object]:
    table = table_view(auditing.see_as(book, night_id, viewer), at)
    yield table
    audit_screens.table(table)


def _moves(book: Book, night_id: str, why: str, hand: int | None) -> Iterator[object]:
    view = auditing.see_as(book, night_id)
    if hand is None and not why.isdecimal():
        of_player = moves_of_player(view, player_called(view, why))
        yield of_player
        audit_screens.player_moves(of_player)
        return
    moves = moves_of_event(view, int(why)) if hand is None else moves_of_hand(view, hand)
    yield moves
    audit_screens.moves(moves)


def _difference(book: Book, night_id: str, against: str) -> Iterator[object]:
    if "://" in against or _is_a_book(against):
        difference = auditing.against_book(book, night_id, against)
    else:
        difference = auditing.against_file(book, night_id, read_text(against))
    yield difference
    audit_screens.difference(difference)


def _is_a_book(file: str) -> bool:
    return Path(file).is_file() and read_bytes(file, len(SQLITE_BEGINS)) == SQLITE_BEGINS


def _otherwise(book: Book, night_id: str, without: tuple[int, ...], stop_at: int | None) -> Iterator[object]:
    view: VisibleNight = auditing.see_as(book, night_id)
    result = auditing.without(book, view, without, stop_at=stop_at)
    yield result
    night_screens.correction(result, view)
    render.aside(say("Nothing was recorded."))
    if stop_at is None:
        numbers = " ".join(map(str, without))
        strike = say(
            'To strike: chipbook bank -n {night_id} strike {numbers} "REASON"', night_id=night_id, numbers=numbers
        )
        render.line(strike, "cyan")


def _page(book: Book, night_id: str, viewer: str, output: str) -> Iterator[object]:
    with progress(say("Drawing every event")):
        page = render_audit(auditing.see_as(book, night_id, viewer))
    if put(output, page.encode()):
        yield {"night": night_id, "file": output, "bytes": len(page.encode())}
        render.aside(say("Written to {output}.", output=output))
