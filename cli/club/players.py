"""`chipbook players`: the people of a club, how they want to be paid, who is named in standings, and their accounts."""

from __future__ import annotations

from collections.abc import Iterator

import click

from cli import commands, render
from cli.book import acts_on_club, answers, looks_at_club
from cli.completion import known_players
from cli.options import club_group
from engine.speech import say
from service.app import people
from service.app.book import Book
from service.app.night import settling as uses
from service.app.people import club_named, member_called
from service.reports.forms.column import COPIED, WORDS, Column, Table
from service.reports.views.club import HandleView, MemberView

# The kinds of `service.people.payment_handles`, which is not loaded for `--help`; a test keeps them equal.
KINDS = (
    *("iban", "account", "mobilepay", "vipps", "swish", "paypal", "revolut", "venmo"),
    *("cashapp", "zelle", "bizum", "pix", "upi", "link", "text"),
)

PLAYERS: Table[MemberView] = Table(
    columns=(Column("player", WORDS, lambda one: one.name), Column("id", WORDS, lambda one: one.id))
)
HANDLES: Table[HandleView] = Table(
    columns=(
        Column("player", WORDS, lambda one: one.name),
        Column("kind", WORDS, lambda one: one.kind),
        Column("handle", COPIED, lambda one: one.handle),
    )
)


@answers
def _list(book: Book, *, club: str) -> Iterator[object]:
    result = people.players(book, club_named(book, club).id)
    yield result
    render.table(PLAYERS, result.players)


@club_group("players", _list)
def players() -> None:
    """Everybody in a club, by name, with the ids that stand for them in the events."""


@players.command()
@commands.argument("person", default="", required=False, shell_complete=known_players)
@commands.argument("words", nargs=-1, metavar="[KIND] [HANDLE]")
@commands.option("--remove", default="", metavar="KIND", type=click.Choice(("", *KINDS)), help="Delete this handle.")
@looks_at_club
def handles(book: Book, *, person: str, words: tuple[str, ...], remove: str, club: str) -> Iterator[object]:
    """How people want to be paid; with a HANDLE, keep one.

    \b
    chipbook players handles anna iban DK50 0040 0440 1162 43
    chipbook players handles anna mobilepay 20 30 40 50
    chipbook players handles anna account 1234 0001234567
    chipbook players handles anna paypal.me/anna
    chipbook players handles anna https://example.org/pay/anna
    chipbook players handles anna text "cash, on Friday"
    chipbook players handles anna --remove iban

    A player has one handle of each kind. They stand in reports beside what is owed, with a code to scan, and in no event. They are
    deleted when the person is forgotten.
    """
    if remove:
        if words or not person:
            raise click.UsageError(say("Write PERSON --remove KIND, and no handle with it."))
        gone = uses.remove_handle(book, person, remove, club=club)
        yield gone
        render.line(say("{name} has no handle of the kind {remove} any more.", name=gone.name, remove=remove))
        return
    if words:
        kept = uses.give_handle(book, person, words, club=club)
        yield kept
        render.line(say("{name} is paid by {kind} {handle}.", name=kept.name, kind=kept.kind, handle=kept.handle))
        return
    result = uses.handles(book, person, club=club)
    yield result
    if result.handles:
        render.table(HANDLES, result.handles)
    else:
        render.line(say("Nobody has said how they want to be paid; `chipbook players handles --help` says how."))


@players.command("opt-out")
@commands.argument("person", shell_complete=known_players)
@acts_on_club
def opt_out(book: Book, *, person: str, club: str, key: str) -> Iterator[object]:
    """Leave PERSON's name out of standings from now on. Their results stand in one line with all others who opted out."""
    yield from _named(book, person, out=True, club=club, key=key)


@players.command("opt-in")
@commands.argument("person", shell_complete=known_players)
@acts_on_club
def opt_in(book: Book, *, person: str, club: str, key: str) -> Iterator[object]:
    """Name PERSON in standings again."""
    yield from _named(book, person, out=False, club=club, key=key)


def _named(book: Book, person: str, *, out: bool, club: str, key: str) -> Iterator[object]:
    listed = club_named(book, club)
    member = people.opt_out(book, listed.id, member_called(book, listed, person), out=out, key=key)
    yield member
    if not out:
        render.line(say("{player} is named again in standings.", player=member.name))
    else:
        render.line(say("{player} is no longer named in standings.", player=member.name))
        render.aside(
            say("Their own season stays: `chipbook standings NAME`. Of one person alone, the others can work it out.")
        )
