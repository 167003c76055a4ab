"""`chipbook club invite`, `tokens` and `devices`: who can sign in to a club over the network, and with what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click

from cli import commands, render
from cli.book import answers, looks_at_club
from cli.completion import known_players
from cli.options import club_group
from engine.speech import say
from service.app import links, sign_in
from service.app.book import Book
from service.app.people import club_named, member_called
from service.app.running.addresses import Ways, leads_here_alone, ways_to_the_server
from service.app.seeing import find_id
from service.language.local_time import clock_in
from service.reports.forms.column import COPIED, MINUTE, NUMBER, WORDS, Column, Row, Setting, Table, worded
from service.reports.views.club import Device, NewSignInLink, SignInLink, TokenView

SCOPES = ("read", "play", "bank")
# The limits of `service.people.rights`, which is not loaded for `--help`; a test keeps them equal.
HOURS_MAX, USES_MAX, DAYS_MAX = 720, 200, 3650


@answers
def _list_tokens(book: Book, *, club: str) -> Iterator[object]:
    tokens = links.tokens(book, club_named(book, club).id)
    yield tokens
    _listed(book, TOKENS, tokens.tokens, say("There is no token; `chipbook club tokens make LABEL` makes one."))


@answers
def _list_invitations(book: Book, *, club: str) -> Iterator[object]:
    invitations = links.sign_in_links(book, club_named(book, club).id)
    yield invitations
    _listed(
        book,
        LINKS,
        invitations.links,
        say("There is no link that can still be used; `chipbook club invite PERSON` makes one."),
    )


@answers
def _list_devices(book: Book, *, club: str) -> Iterator[object]:
    devices = sign_in.devices(book, club_named(book, club).id)
    yield devices
    _listed(book, DEVICES, devices.devices, say("Nobody is signed in; `chipbook club invite PERSON` makes a link."))


@club_group("tokens", _list_tokens)
def club_tokens() -> None:
    """The tokens of the club's programs and members. Alone, it lists them with their last use.

    A token goes into the header: Authorization: Bearer TOKEN. It is shown once, when it is made.
    """


@club_group("invitations", _list_invitations)
def club_invitations() -> None:
    """The sign-in links that can still be used. Alone, it lists them; `chipbook club invite` makes one."""


@club_group("devices", _list_devices)
def club_devices() -> None:
    """The browsers that are signed in, and guests who wait until you confirm who they are. Alone, it lists them."""


@club_tokens.command("make")
@commands.argument("label")
@commands.option("--scope", default="read", show_default=True, type=click.Choice(SCOPES), help="What it may do.")
@commands.word("--player PERSON", "Whose it is.  [a program of the club]", known_players, to="person")
@commands.option("--days", type=click.IntRange(1, DAYS_MAX), help="For how long it is good.  [until it is ended]")
@looks_at_club
def make_token(book: Book, *, label: str, scope: Any, person: str, days: int | None, club: str) -> Iterator[object]:
    """Make a token, called LABEL in the list.

    With the scope `read` it may look, with `play` also ask and say what a player may, with `bank` all that its owner may.
    """
    listed = club_named(book, club)
    whose = member_called(book, listed, person) if person else ""
    made = links.make_token(book, listed.id, label, scope=scope, player=whose, days=days)
    yield made
    render.line(say("The token: {token}", token=made.token))
    render.aside(say("Keep it: it is shown this once. `chipbook club tokens end {id}` ends it.", id=made.about.id))


@club_tokens.command("end")
@commands.argument("token")
@looks_at_club
def end_token(book: Book, *, token: str, club: str) -> Iterator[object]:
    """End a token, by its short name in the list: whoever has it is a stranger from now on."""
    links.end_token(book, club_named(book, club).id, token)
    yield from _ended(token)


@commands.command()
@commands.argument("person", default="", required=False, shell_complete=known_players)
@commands.flag("--table", "For everybody at the table of a night; each says who they are.", to="at_table")
@commands.word("-n --night NIGHT", "Which night, with --table.  [the newest]")
@commands.option("--hours", type=click.IntRange(1, HOURS_MAX), help="For how long it is good.  [48; 12 for a table]")
@commands.option("--uses", type=click.IntRange(1, USES_MAX), help="For how many browsers.  [1; 30 for a table]")
@looks_at_club
def invite(
    book: Book, *, person: str, at_table: bool, night: str, hours: int | None, uses: int | None, club: str
) -> Iterator[object]:
    """Make a link, and a code to scan, by which PERSON signs in to `chipbook serve`; or one for the whole table.

    The link is shown once and needs no password. Give it to the person alone: whoever opens it first is signed in.
    """
    if bool(person) == at_table:
        raise click.UsageError(say("Name a person, or write --table for everybody at a night."))
    if night and not at_table:
        raise click.UsageError(say("--night goes with --table."))
    limits = {name: value for name, value in (("hours", hours), ("uses", uses)) if value is not None}
    ways = ways_to_the_server()
    if at_table:
        made = links.invite_table(book, find_id(book, night), at=ways.address, **limits)
    else:
        listed = club_named(book, club)
        made = links.invite_player(book, listed.id, member_called(book, listed, person), at=ways.address, **limits)
    yield made
    _link_screen(book, made, ways)


def _link_screen(book: Book, made: NewSignInLink, ways: Ways) -> None:
    render.raw(links.to_scan(made.url))
    render.line(made.url)
    if too := links.without_names(ways, made.url):
        render.aside(too)
    about = made.about
    good = say("{uses_left} times, until", uses_left=about.uses_left) if about.uses_left > 1 else say("once, until")
    render.aside(
        say(
            "{for_whom}; good {good} {expires_at}.",
            for_whom=_for_whom(about),
            good=good,
            expires_at=render.when(about.expires_at, book.zone),
        )
    )
    if leads_here_alone(made.url):
        render.aside(
            say(
                "It leads to this machine alone: start `chipbook serve --host 0.0.0.0` before you make a "
                "link for phones, or set CHIPBOOK_URL to what they open."
            )
        )
    if about.player is None:
        render.aside(
            say("`chipbook club devices` shows who waits, and `chipbook club devices confirm ID` lets them in.")
        )


@club_invitations.command("end")
@commands.argument("link")
@looks_at_club
def end_invitation(book: Book, *, link: str, club: str) -> Iterator[object]:
    """End a link, by its short name in the list. Whoever signed in by it stays signed in."""
    links.end_link(book, club_named(book, club).id, link)
    yield from _ended(link)


@club_devices.command("end")
@commands.argument("device")
@looks_at_club
def end_device(book: Book, *, device: str, club: str) -> Iterator[object]:
    """Sign a browser out, by its short name in the list, or send a guest away."""
    sign_in.end_device(book, club_named(book, club).id, device)
    yield from _ended(device)


@club_devices.command()
@commands.argument("device")
@commands.argument("person", default="", required=False, shell_complete=known_players)
@looks_at_club
def confirm(book: Book, *, device: str, person: str, club: str) -> Iterator[object]:
    """Confirm that a guest is who they say they are, or that they are PERSON. Somebody new joins the club as a player."""
    listed = club_named(book, club)
    guest = sign_in.confirm_guest(book, listed.id, device, member_called(book, listed, person) if person else "")
    yield guest
    render.line(say("{name} is signed in on {label}.", name=guest.name, label=guest.label))


def _when_text(time: str, setting: Setting) -> str:
    return MINUTE.text(time, setting) if time else say("never")


WHEN = worded(_when_text)

TOKENS: Table[TokenView] = Table(
    columns=(
        Column("token", COPIED, lambda one: one.id),
        Column("for", WORDS, lambda one: one.label),
        Column("whose", WORDS, lambda one: one.name or say("a program")),
        Column("may", WORDS, lambda one: one.scope),
        Column("last used", WHEN, lambda one: one.used_at or ""),
        Column("ends", WHEN, lambda one: one.expires_at or ""),
    )
)
LINKS: Table[SignInLink] = Table(
    columns=(
        Column("link", COPIED, lambda one: one.id),
        Column("for", WORDS, lambda one: one.name or say("the table of night {night}", night=one.night)),
        Column("uses left", NUMBER, lambda one: one.uses_left),
        Column("good until", WHEN, lambda one: one.expires_at),
    )
)
DEVICES: Table[Device] = Table(
    columns=(
        Column("device", COPIED, lambda one: one.id),
        Column("who", WORDS, lambda one: say("says {says}, waits", says=one.says) if one.waits else one.name or ""),
        Column("browser", WORDS, lambda one: one.label),
        Column("since", WHEN, lambda one: one.created_at),
        Column("last used", WHEN, lambda one: one.used_at),
    )
)


def _listed(book: Book, declaration: Table[Row], rows: Sequence[Row], if_none: str) -> None:
    """A table of credentials; a sentence if there is none."""
    if rows:
        render.table(declaration, rows, Setting(clock=clock_in(book.zone)))
    else:
        render.line(if_none)


def _for_whom(link: SignInLink) -> str:
    return link.name or say("the table of night {night}", night=link.night)


def _ended(what: str) -> Iterator[object]:
    yield {"ended": what}
    render.line(say("{what} is ended.", what=what))
