"""`chipbook standings`: who won and lost over many nights, and one player's season."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli import render
from cli.errors import CliError
from cli.options import json_option, language_option, output_option, with_book, write_bytes
from cli.progress import progress
from engine.speech import say

if TYPE_CHECKING:
    from service.app.book import Book
    from service.app.standings import Question
    from service.reports.views.club.club import ClubView

LINES_MAX = 500


@click.command()
@click.argument("given", metavar="[PLAYER]", default="", required=False)
@click.option("--player", default="", metavar="NAME", help="The same as PLAYER.")
@click.option("--club", default="", metavar="NAME", help="Which club.  [that of the newest night]")
@click.option("--from", "since", default="", metavar="DAY", help="Only nights from this day on, such as 2026-01-01.")
@click.option("--to", "until", default="", metavar="DAY", help="Only nights up to this day.")
@click.option("--rulebook", default="", metavar="NAME", help="Only hands of this rulebook's games.")
@click.option("--game", default="", metavar="NAME", help="Only hands of this game.")
@click.option(
    "--limit", default=100, show_default=True, type=click.IntRange(1, LINES_MAX), help="How many lines at most."
)
@json_option
@click.option("--html", "as_html", is_flag=True, help="One self-contained page to read, send and print.")
@click.option("--pdf", default="", metavar="FILE", help="A4 pages to print and send, the table and the chart first.")
@click.option("--csv", "as_csv", is_flag=True, help="The table for a spreadsheet.")
@click.option(
    "--publish", "folder", default="", metavar="FOLDER", help="Page and table into a folder, to be put online."
)
@output_option
@language_option
@with_book
def standings(
    book: Book,
    *,
    given: str,
    player: str,
    club: str,
    as_json: bool,
    as_html: bool,
    pdf: str,
    as_csv: bool,
    folder: str,
    output: str,
    **asked: Any,
) -> None:
    """Who won and lost over the nights of a club, in every currency it played for; with PLAYER, that player's season.

    A night counts once it is closed and its gap is resolved. Nobody who opted out is named (`chipbook players opt-out`),
    but in their own season.
    """
    if as_json + as_html + as_csv + bool(pdf) + bool(folder) > 1:
        raise CliError("two_formats", say("Standings are text, JSON, HTML, PDF, CSV or published; choose one."), 2)
    if pdf and output:
        raise CliError("two_outputs", say("--pdf names the file; -o is for the other formats."), 2)
    if given and player:
        raise click.UsageError(
            say("You named two players, {given} and {player}; name one.", given=given, player=player)
        )
    if (given or player) and (as_html or pdf or as_csv or folder):
        raise CliError(
            "whole_club_only", say("One player's season comes as text or JSON; pages and tables are of the club."), 2
        )
    from service.app.people import club_named
    from service.app.standings import Question

    question = Question(**asked)
    listed = club_named(book, club)
    if folder:
        _publish(book, listed, question, folder, output=output)
        return
    with progress(say("Adding up the nights")):
        written = _format(as_json=as_json, as_html=as_html, as_pdf=bool(pdf), as_csv=as_csv)(
            book, listed, given or player, question
        )
    if file := output or pdf:
        write_bytes(str(Path(file).expanduser()), written)
        render.aside(say("Written to {file}.", file=file))
    elif as_json:
        render.as_it_stands(written)
    else:
        render.raw(written.decode("utf-8-sig" if as_csv else "utf-8"))


Written = Callable[["Book", "ClubView", str, "Question"], bytes]


def _format(*, as_json: bool, as_html: bool, as_pdf: bool, as_csv: bool) -> Written:
    if as_pdf:
        return _print
    if as_html:
        return _page
    if as_csv:
        return _table
    return _json if as_json else _text


def _page(book: Book, listed: ClubView, _: str, question: Question) -> bytes:
    from service.app.standings import as_html

    return as_html(book, listed.id, question).encode()


def _print(book: Book, listed: ClubView, _: str, question: Question) -> bytes:
    from service.app.standings import standings_as_pdf

    return standings_as_pdf(book, listed.id, question)


def _table(book: Book, listed: ClubView, _: str, question: Question) -> bytes:
    from service.app.standings import as_csv

    return as_csv(book, listed.id, question)


def _json(book: Book, listed: ClubView, player: str, question: Question) -> bytes:
    from service.app.standings import player_season, standings
    from service.reports.encoding import to_json

    if player:
        return to_json(player_season(book, listed.id, _called(book, listed, player), question))
    return to_json(standings(book, listed.id, question))


def _text(book: Book, listed: ClubView, player: str, question: Question) -> bytes:
    from service.app.standings import own_as_text, standings_as_text

    width = render.asked_width() or render.WIDE
    if player:
        return own_as_text(book, listed.id, _called(book, listed, player), question, width).encode()
    return standings_as_text(book, listed.id, question, width).encode()


def _called(book: Book, listed: ClubView, player: str) -> str:
    from service.app.club import member_called

    return member_called(book, listed, player)


def _publish(book: Book, listed: ClubView, question: Question, folder: str, *, output: str) -> None:
    if output:
        raise CliError("two_outputs", say("--publish names the folder; -o is for the other formats."), 2)
    with progress(say("Adding up the nights")):
        files = {
            "index.html": _page(book, listed, "", question),
            "standings.csv": _table(book, listed, "", question),
        }
    where = Path(folder).expanduser()
    try:
        where.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        sentence = say(
            "The standings cannot be written to {folder}: {strerror}; name another folder.",
            folder=folder,
            strerror=problem.strerror or problem,
        )
        raise CliError("folder_not_writable", sentence, details={"folder": folder}) from problem
    for name, content in files.items():
        write_bytes(str(where / name), content)
    render.aside(say("Written to {folder}: {files}.", folder=folder, files=", ".join(files)))
