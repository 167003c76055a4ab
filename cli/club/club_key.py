"""`chipbook club key`: the keys with which a club signs its receipts."""

from __future__ import annotations

from collections.abc import Iterator

from cli import commands, render, terminal
from cli.book import acts_on_club, answers
from cli.options import club_group, yes_option
from engine.speech import say, say_as
from service.app.book import Book
from service.app.looking_back.receipts import Change, change_key, keys_of
from service.app.people import club_named
from service.reports.forms.column import COPIED, WORDS, Column, Table
from service.reports.views.verification import ClubKeys, KeyView

name_argument = commands.argument("name", default="", required=False)


@answers
def _show(book: Book, *, club: str) -> Iterator[object]:
    yield from _shown(keys_of(book, club_named(book, club).id))


@club_group("key", _show)
def club_key() -> None:
    """The keys with which the club signs. Alone, it shows each with its fingerprint, which key endorses it, and what
    became of it.

    Tell the players the fingerprint: by it they know that a receipt is the club's. NAME is that of the new key; without,
    it is numbered.
    """


@club_key.command()
@name_argument
@acts_on_club
def new(book: Book, *, name: str, club: str, key: str) -> Iterator[object]:
    """Make the club's first key. `chipbook receipt` makes it too, when it is first needed."""
    yield from _change(book, "new", name, club=club, key=key)


@club_key.command()
@name_argument
@acts_on_club
def rotate(book: Book, *, name: str, club: str, key: str) -> Iterator[object]:
    """Put a new key in the place of the one in force, which endorses it."""
    yield from _change(book, "rotate", name, club=club, key=key)


@club_key.command()
@name_argument
@yes_option
@acts_on_club
def lost(book: Book, *, name: str, yes: bool, club: str, key: str) -> Iterator[object]:
    """Say that the key in force is lost, or that somebody else may have it; the club gets a new one.

    It asks first; without a terminal, it needs --yes. Nobody endorses the new key: tell the players its fingerprint.
    """
    nothing = say("Nothing was changed.")
    question = say("Say for good that the key is lost? Receipts that it signed are doubtful from now on.")
    if not yes and not terminal.confirmed(question, nothing=nothing):
        render.aside(nothing)
        return
    yield from _change(book, "lost", name, club=club, key=key)


def _change(book: Book, change: Change, name: str, *, club: str, key: str) -> Iterator[object]:
    yield from _shown(change_key(book, club_named(book, club).id, change, name, key=key))


def _shown(keys: ClubKeys) -> Iterator[object]:
    yield keys
    render.title(keys.name, say("keys for receipts"))
    if not keys.keys:
        render.line(say("none yet; `chipbook club key new` or the first receipt makes one"))
        return
    render.table(KEYS, keys.keys)


def _state(one: KeyView) -> str:
    if one.retired:
        return one.retired
    return say("in force") if one.private_here else say("in force; its private half is not on this machine")


KEYS: Table[KeyView] = Table(
    columns=(
        Column("key", COPIED, lambda one: one.key),
        Column("fingerprint", COPIED, lambda one: one.fingerprint),
        Column("state", WORDS, _state),
        Column("endorsed by", WORDS, lambda one: one.endorsed_by or say_as("of a key", "nobody")),
    )
)
