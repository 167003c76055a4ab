"""`chipbook night`: open, show, close, settle and pay a night, and preview a strike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from cli import night_screens, render, terminal
from cli.errors import UNREADABLE
from cli.options import json_option, key_option, night_argument, night_option, waive_option, with_book
from cli.questions import at_the_keyboard, opened
from cli.result_screens import damaged

if TYPE_CHECKING:
    from cli.backend import Book
    from cli.backend.views import LineResult, NightView

Waivers = Sequence[tuple[str, str]]
PLANS = ("bank", "direct")


@click.group()
def night() -> None:
    """Open, show, close and settle nights.

    NIGHT is the id of a night, or a start or end of it that no other id has. Left out, it is the newest night that
    is not settled.
    """


@night.command("open")
@click.option("--name", metavar="NAME", help="The name of the night.")
@click.option("--bank", metavar="NAME", help="Who keeps the bank; the banker plays too.")
@click.option("--player", multiple=True, metavar="NAME", help="Who sits down, in seat order; one option for each.")
@click.option("--loan", metavar="CHIPS", help="Chips on credit for everyone who sits down.")
@click.option("--limit", metavar="LIMIT", help='The most a bet may be: 5, "1-5 once 50", 2/4, pot or none.')
@click.option("--dictionary", metavar="NAME", help="The word list that judges words: common, wide, or your own.")
@click.option("--unit", metavar="MONEY", help='What a chip is worth: "0.25 DKK".')
@click.option("--rulebook", metavar="NAME", help="Which rulebook is played; `chipbook games` lists them.")
@click.option("--auto", metavar="WHICH", help="Steps done automatically: none, closed (cards nobody sees) or all.")
@click.option("--box", is_flag=True, help="The banker plays straight from the box.")
@click.option("--chips", metavar="KINDS", help='What the box holds: "white 1 x 200, peder 50 x 20".')
@click.option("--zone", metavar="ZONE", help="Time zone of the table: Europe/Copenhagen.")
@click.option("--club", metavar="NAME", help="The club that plays; made if it is new.")
@click.option(
    "--switch", "switches", multiple=True, metavar="KEY=VALUE", help='How your house reads a rule: "criss cross=bar".'
)
@click.option("--date", metavar="DATE", help='When it began, if not now: "2026-11-20 19:30".')
@click.option(
    "--like", metavar="NIGHT", is_flag=False, flag_value="newest", help="Like that night, or like the newest."
)
@json_option
@with_book
def open_(book: Book, *, like: str | None, as_json: bool, **said: Any) -> None:
    """Open a night. Without options, it asks."""
    from cli.backend.opening import head_from, head_like, open_night

    earlier = head_like(book, book.find("" if like == "newest" else like)) if like else {}
    wanted = _head_lines(said)
    if not wanted and not earlier and terminal.somebody_types():
        _show_opened(opened(book, at_the_keyboard), as_json=as_json)
        return
    if not (earlier or "bank" in wanted or "players" in wanted):
        raise click.UsageError(
            "Who plays? Give --bank NAME and a --player NAME for each player, or --like NIGHT to copy an earlier one."
        )
    _show_opened(open_night(book, head_from(book, {**earlier, **wanted})), as_json=as_json)


def _show_opened(now: NightView, *, as_json: bool) -> None:
    if as_json:
        render.as_json(now)
        return
    night_screens.night(now)
    player = now.players[-1].name.split()[0].casefold()
    render.line(f"Opened {now.night}. Next: `chipbook table`, or line by line: `chipbook bank {player} +150`.", "bold")


def _head_lines(said: Mapping[str, Any]) -> dict[str, str]:
    """The options as keys and values of the head of a `.night` file."""
    from engine.spelling import compared

    bank, players = said["bank"] or "", list(said["player"])
    if bank and compared(bank) not in map(compared, players):
        players.insert(0, bank)
    wanted = {
        "night": said["name"],
        "bank": bank + (", box" if said["box"] else "") if bank else "",
        "players": ", ".join(players),
        "money": said["unit"],
        **{
            key: said[key]
            for key in ("loan", "limit", "dictionary", "rulebook", "auto", "chips", "zone", "club", "date")
        },
        **_switches(said["switches"]),
    }
    return {key: value for key, value in wanted.items() if value}


def _switches(said: Sequence[str]) -> dict[str, str]:
    """The switches by key, from texts like `criss cross=bar`."""
    found: dict[str, str] = {}
    for one in said:
        key, equals, value = one.partition("=")
        if not equals or not value.strip():
            raise click.UsageError(f"“{one}” is not a switch; write KEY=VALUE, as --switch criss-cross=bar.")
        found[key.strip()] = value.strip()
    return found


@night.command("list")
@json_option
@with_book
def list_(book: Book, *, as_json: bool) -> None:
    """All nights, the newest first."""
    rows = book.rows()
    if as_json:
        render.as_json(rows)
    elif rows:
        night_screens.nights(rows)
    else:
        render.line("The book holds no night yet; `chipbook night open` begins one.")


@night.command()
@night_argument
@json_option
@with_book
def show(book: Book, *, night: str, as_json: bool) -> None:
    """Show where a night stands.

    Stacks, accounts, pot, whose turn it is, and what may be done. If the record of the night was changed, a
    warning comes first, and the exit code is 3.
    """
    loaded = book.find_current(night, or_newest=True)
    found = book.damage(loaded.night_id)
    now = book.now(loaded, damage=found)
    if as_json:
        render.as_json(now)
    else:
        if found:
            render.line(damaged(now.night, found), "red")
        night_screens.night(now)
    if found:
        click.get_current_context().exit(UNREADABLE)


@night.command()
@night_argument
@waive_option
@key_option
@json_option
@with_book
def close(book: Book, *, night: str, waive: Waivers, key: str, as_json: bool) -> None:
    """Close the night after all stacks are counted.

    All chips go back to the box. Chips that are missing or too many are shown, and somebody bears them: `gap banker`.
    """
    _say(book, night, "close", waive=waive, key=key, as_json=as_json)


@night.command()
@click.argument("words", nargs=-1, metavar="[NIGHT] [bank|direct]")
@click.option("--plan", default="", metavar="PLAN", help="bank (everyone pays the banker) or direct (fewest payments).")
@night_option
@key_option
@json_option
@with_book
def settle(book: Book, *, words: tuple[str, ...], plan: str, night: str, key: str, as_json: bool) -> None:
    """Fix who pays whom, once and for all: `settle direct`, or `settle bank` (the default)."""
    plans = [*filter(None, [plan]), *(word for word in words if word.casefold() in PLANS)]
    nights = [*filter(None, [night]), *(word for word in words if word.casefold() not in PLANS)]
    if len(plans) > 1 or len(nights) > 1:
        what, twice = ("plans", plans) if len(plans) > 1 else ("nights", nights)
        raise click.UsageError(f"You named two {what}, {twice[0]} and {twice[1]}; name one.")
    _say(book, "".join(nights), f"settle {''.join(plans) or PLANS[0]}", key=key, as_json=as_json)


@night.command()
@click.argument("number", metavar="N")
@click.argument("amount", default="", required=False)
@night_option
@key_option
@json_option
@with_book
def pay(book: Book, *, number: str, amount: str, night: str, key: str, as_json: bool) -> None:
    """Record that transfer N was paid.

    In full, or in part with AMOUNT.
    """
    _say(book, night, f"pay {number} {amount}".strip(), key=key, as_json=as_json)


def _say(book: Book, night: str, line: str, *, as_json: bool, key: str = "", waive: Waivers = ()) -> None:
    told = book.say(book.find_current(night), line, key=key, waive=waive)
    now = book.now(book.find(told.night))
    if as_json:
        render.as_json(told)
    else:
        _show_after(told, now)


def _show_after(told: LineResult, now: NightView) -> None:
    night_screens.heard(told, compact=True)
    night_screens.head(now)
    night_screens.standings(now)
    night_screens.gap(now)
    night_screens.transfers(now)
    night_screens.next_lines(now.now, "bank")


@night.command("what-if-strike")
@click.argument("versions", metavar="N...", nargs=-1, required=True, type=click.IntRange(min=1))
@night_option
@json_option
@with_book
def what_if_strike(book: Book, *, versions: tuple[int, ...], night: str, as_json: bool) -> None:
    """Show what a strike would change.

    N are the numbers of the events. Nothing is recorded.
    """
    from cli.backend.striking import what_if

    loaded = book.find_current(night, or_newest=True)
    found = what_if(book, loaded, versions)
    if as_json:
        render.as_json(found)
        return
    night_screens.difference(found, book.now(loaded))
    numbers = " ".join(str(version) for version in versions)
    render.line(f'To strike: chipbook bank -n {loaded.night_id} strike {numbers} "REASON"', "cyan")
