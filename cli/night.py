"""`chipbook night`: open, show, close, settle and pay a night, and preview a strike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from cli import night_screens, render, terminal
from cli.errors import UNREADABLE
from cli.night_answers import ANSWERS
from cli.options import json_option, key_option, night_argument, night_option, waive_option, with_book
from cli.questions import at_the_keyboard, opened
from cli.result_screens import damaged

if TYPE_CHECKING:
    from service.app.book import Book
    from service.views.line import LineView
    from service.views.night import NightView
    from service.views.visible_night import VisibleNight

Waivers = Sequence[tuple[str, str]]
PLANS = ("bank", "direct")
# How the banker plays, said after their name: from the box, from their own stack, or as is usual.
STACKS = {True: ", box", False: ", own", None: ""}
NIGHTS_SHOWN = 50


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
@click.option("--box/--own", default=None, help="The banker plays straight from the box, or from a stack of their own.")
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
    """Open a night. Without options, it asks.

    What you leave out is as the club has agreed: its house rules and its chips (`chipbook club`).
    """
    from service.app.finding import find
    from service.app.open_night import head_from, open_night

    earlier = find(book, "" if like == "newest" else like) if like else None
    wanted = _head_lines(said)
    if not wanted and not earlier and terminal.somebody_types():
        _show_opened(book, opened(book, at_the_keyboard), as_json=as_json)
        return
    if not (earlier or "bank" in wanted or "players" in wanted):
        raise click.UsageError(
            "Who plays? Give --bank NAME and a --player NAME for each player, or --like NIGHT to copy an earlier one."
        )
    _show_opened(book, open_night(book, head_from(book, wanted, like=earlier)), as_json=as_json)


def _show_opened(book: Book, seen: VisibleNight, *, as_json: bool) -> None:
    if as_json:
        render.as_json(_now(book, seen))
        return
    now = _on_the_table(book, seen)
    night_screens.night(now, _waits_for(seen))
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
        "bank": bank + STACKS[said["box"]] if bank else "",
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


def _now(book: Book, seen: VisibleNight) -> NightView:
    """Where the night stands, as the banker sees it."""
    from service.app.seeing import where_it_stands

    return where_it_stands(book, seen)


def _on_the_table(book: Book, seen: VisibleNight) -> NightView:
    """Where the night stands, without closed cards: anybody at the table may look at the screen."""
    return _now(book, replace(seen, is_banker=False))


def _waits_for(seen: VisibleNight) -> Sequence[str]:
    from service.views.night import waits_for

    return waits_for(seen.night, seen.names)


@night.command("list")
@click.option(
    "--limit", default=NIGHTS_SHOWN, show_default=True, type=click.IntRange(1, 1000), help="How many at most."
)
@click.option("--after", default="", metavar="NIGHT", help="Only the nights before this one.")
@json_option
@with_book
def list_(book: Book, *, limit: int, after: str, as_json: bool) -> None:
    """The nights, the newest first."""
    from service.app.finding import nights

    page = nights(book, cursor=after or None, limit=limit)
    if as_json:
        render.as_json(page)
    elif page.nights:
        night_screens.nights(page.nights)
    else:
        render.line("The book holds no night yet; `chipbook night open` begins one.")
    if page.next and not as_json:
        render.aside(f"`chipbook night list --after {page.next}` lists the nights before these.")


@night.command()
@night_argument
@json_option
@with_book
def show(book: Book, *, night: str, as_json: bool) -> None:
    """Show where a night stands.

    Stacks, accounts, pot, whose turn it is, and what may be done. If the record of the night was changed after it was
    sealed, a warning comes first, and the exit code is 3; `chipbook verify` also decides every act again by the rules.
    """
    from service.app.finding import find_current
    from service.app.soundness import damage

    seen = find_current(book, night, or_newest=True)
    found = damage(book, seen.night_id)
    if as_json:
        if found:
            render.refusal(damaged(seen.night_id, found))
        render.as_json(_now(book, seen))
    else:
        if found:
            render.line(damaged(seen.night_id, found), "red")
        night_screens.night(_on_the_table(book, seen), _waits_for(seen))
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
    from service.app.finding import find_current
    from service.app.say import read, say
    from service.app.seeing import see

    seen = find_current(book, night)
    told = say(book, seen, read(book, seen, line), key=key, waive=waive)
    if as_json:
        render.as_json(told)
    else:
        _show_after(told, _on_the_table(book, see(book, told.night)))


def _show_after(told: LineView, now: NightView) -> None:
    night_screens.heard(told, compact=True)
    night_screens.head(now)
    night_screens.standings(now)
    night_screens.gap(now)
    night_screens.transfers(now)
    night_screens.next_lines(told.now, "bank")


@night.command("what-if-strike")
@click.argument("versions", metavar="N...", nargs=-1, required=True, type=click.IntRange(min=1))
@night_option
@json_option
@with_book
def what_if_strike(book: Book, *, versions: tuple[int, ...], night: str, as_json: bool) -> None:
    """Show what a strike would change.

    N are the numbers of the events. Nothing is recorded.
    """
    from engine.commands import StrikeEvents
    from service.app.finding import find_current
    from service.app.strike import what_if

    seen = find_current(book, night, or_newest=True)
    found = what_if(seen, StrikeEvents(versions=versions, reason="what if"))
    if as_json:
        render.as_json(found)
        return
    night_screens.difference(found, seen)
    numbers = " ".join(str(version) for version in versions)
    render.line(f'To strike: chipbook bank -n {seen.night_id} strike {numbers} "REASON"', "cyan")


for _answer in ANSWERS:
    night.add_command(_answer)
