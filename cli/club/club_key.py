"""`chipbook club key`: the keys with which a club signs its receipts."""

from __future__ import annotations

from typing import Any

import click

from cli import commands, render, terminal
from cli.book import acts_on_club, with_book
from cli.options import club_option, json_option, yes_option
from engine.speech import say, say_as
from service.app.book import Book
from service.app.looking_back.receipts import Change, change_key, keys_of
from service.app.people import club_named
from service.reports.forms.column import COPIED, WORDS, Column, Table
from service.reports.views.verification import ClubKeys, KeyView

name_argument = commands.argument("name", default="", required=False)


@commands.group("key", invoke_without_command=True)
@club_option
@json_option
@click.pass_context
def club_key(context: click.Context, /, **asked: Any) -> None:
    """The keys with which the club signs. Alone, it shows each with its fingerprint, which key endorses it, and what
    became of it.

    Tell the players the fingerprint: by it they know that a receipt is the club's. NAME is that of the new key; without,
    it is numbered.
    """
    if context.invoked_subcommand is None:
        _show(**asked)
    elif any(asked.values()):
        raise click.UsageError(
            say(
                "Write --club and --json at the end: club key {invoked_subcommand} … --json.",
                invoked_subcommand=context.invoked_subcommand,
            )
        )


@with_book
def _show(book: Book, *, club: str, as_json: bool) -> None:
    _show_keys(keys_of(book, club_named(book, club).id), as_json=as_json)


@club_key.command()
@name_argument
@acts_on_club
def new(book: Book, *, name: str, club: str, key: str, as_json: bool) -> None:
    """Make the club's first key. `chipbook receipt` makes it too, when it is first needed."""
    _change(book, "new", name, club=club, key=key, as_json=as_json)


@club_key.command()
@name_argument
@acts_on_club
def rotate(book: Book, *, name: str, club: str, key: str, as_json: bool) -> None:
    """Put a new key in the place of the one in force, which endorses it."""
    _change(book, "rotate", name, club=club, key=key, as_json=as_json)


@club_key.command()
@name_argument
@yes_option
@acts_on_club
def lost(book: Book, *, name: str, yes: bool, club: str, key: str, as_json: bool) -> None:
    """Say that the key in force is lost, or that somebody else may have it; the club gets a new one.

    It asks first; without a terminal, it needs --yes. Nobody endorses the new key: tell the players its fingerprint.
    """
    nothing = say("Nothing was changed.")
    question = say("Say for good that the key is lost? Receipts that it signed are doubtful from now on.")
    if not yes and not terminal.confirmed(question, nothing=nothing):
        render.aside(nothing)
        return
    _change(book, "lost", name, club=club, key=key, as_json=as_json)


def _change(book: Book, change: Change, name: str, *, club: str, key: str, as_json: bool) -> None:
    _show_keys(change_key(book, club_named(book, club).id, change, name, key=key), as_json=as_json)


def _show_keys(keys: ClubKeys, *, as_json: bool) -> None:
    if as_json:
        render.as_json(keys)
        return
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
