"""`chipbook night`: open, show, close, settle and pay a night, and preview a strike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli import render, terminal
from cli.afterwards import followed
from cli.errors import UNREADABLE
from cli.night.night_answers import ANSWERS
from cli.options import (
    json_option,
    key_option,
    night_argument,
    night_option,
    read_bytes,
    waive_option,
    with_book,
    with_new_book,
    write_bytes,
    yes_option,
)
from cli.screens import night_screens
from cli.screens.result_screens import damaged
from engine.speech import say, to_say

if TYPE_CHECKING:
    from service.app.book import Book
    from service.reports.views.night.night import NightView
    from service.reports.views.play.line import LineView
    from service.reports.views.settling.settlement import Settlement
    from service.reports.views.visible_night import VisibleNight

Waivers = Sequence[tuple[str, str]]
PLANS = ("bank", "direct")
PLAN_STANDS = to_say("The plan stands as it was.")
# How the banker plays, said after their name: from the box, from their own stack, or as is usual.
STACKS = {True: ", box", False: ", own", None: ""}
NIGHTS_SHOWN = 50
# No invitation is larger; of a larger file no more is read.
INVITATION_MAX = 65_536


@click.group()
def night() -> None:
    """Open, show, close and settle nights.

    NIGHT is the id of a night, or a start or end of it that no other id has. Left out, it is the newest night that
    is played, else the newest that is not settled.
    """


@night.command("open")
@click.option("--name", metavar="NAME", help="The name of the night.")
@click.option("--bank", metavar="NAME", help="Who keeps the bank; the banker plays too.")
@click.option("--player", multiple=True, metavar="NAME", help="Who sits down, in seat order; one option for each.")
@click.option("--loan", metavar="CHIPS", help="Chips on credit for everyone who sits down.")
@click.option("--limit", metavar="LIMIT", help='The most a bet may be: 5, "1-5 once 50", 2/4, pot or none.')
@click.option("--cash", metavar="COIN", help="Transfers are exact, or rounded to a coin: 0.25, 0.50 or 1.00.")
@click.option("--language", metavar="CODE", help="In which the files of the night are written: en or da.")
@click.option("--dictionary", metavar="NAME", help="The word list that judges words: common, wide, or your own.")
@click.option("--unit", metavar="MONEY", help='What a chip is worth: "0.25 DKK".')
@click.option("--rulebook", metavar="NAME", help="Which rulebook is played; `chipbook games` lists them.")
@click.option("--auto", metavar="WHICH", help="Steps done automatically: none, closed (cards nobody sees) or all.")
@click.option("--settles", metavar="PLAN", help="Who pays whom after the close, by itself: direct, bank or ask.")
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
@with_new_book
def open_(book: Book, *, like: str | None, as_json: bool, **said: Any) -> None:
    """Open a night. Without options, it asks.

    What you leave out is as the club has agreed: its house rules and its chips (`chipbook club`).
    """
    from cli.night.questions import at_the_keyboard, opened
    from service.app.night.left_open import left_open
    from service.app.night.open_night import head_from, open_night
    from service.app.seeing import find

    earlier = find(book, "" if like == "newest" else like) if like else None
    wanted = _head_lines(said)
    others = () if as_json else left_open(book)
    if not wanted and not earlier and terminal.somebody_types():
        render.lines(others, "yellow")
        _show_opened(book, opened(book, at_the_keyboard), as_json=as_json)
        return
    if not (earlier or "bank" in wanted or "players" in wanted):
        raise click.UsageError(
            say(
                "Who plays? Give --bank NAME and a --player NAME for each player, or --like NIGHT to "
                "copy an earlier one."
            )
        )
    _show_opened(book, open_night(book, head_from(book, wanted, like=earlier)), as_json=as_json)
    render.lines(others, "yellow")


def _show_opened(book: Book, seen: VisibleNight, *, as_json: bool) -> None:
    if as_json:
        render.as_json(_now(book, seen))
        return
    now = _on_the_table(book, seen)
    night_screens.night(now, _waits_for(seen))
    player = now.players[-1].name.split()[0].casefold()
    render.line(
        say(
            "Opened {night}. Next: `chipbook table`, or line by line: `chipbook bank {player} +150`.",
            night=now.night,
            player=player,
        ),
        "bold",
    )


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
            for key in (
                *(
                    "loan",
                    "limit",
                    "dictionary",
                    "cash",
                    "language",
                    "rulebook",
                    "auto",
                    "settles",
                    "chips",
                    "zone",
                    "club",
                    "date",
                ),
            )
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
            raise click.UsageError(
                say("“{one}” is not a switch; write KEY=VALUE, as --switch criss-cross=bar.", one=one)
            )
        found[key.strip()] = value.strip()
    return found


def _now(book: Book, seen: VisibleNight) -> NightView:
    """Where the night stands, as the banker sees it."""
    from service.app.seeing import where_it_stands

    return where_it_stands(book, seen)


def _on_the_table(book: Book, seen: VisibleNight) -> NightView:
    """Where the night stands, without closed cards: anybody at the table may look at the screen."""
    return _now(book, seen.as_anybody())


def _waits_for(seen: VisibleNight) -> Sequence[str]:
    from service.reports.views.night.night import waits_for

    return waits_for(seen)


@night.command("list")
@click.option(
    "--limit", default=NIGHTS_SHOWN, show_default=True, type=click.IntRange(1, 1000), help="How many at most."
)
@click.option("--after", default="", metavar="NIGHT", help="Only the nights before this one.")
@json_option
@with_book
def list_(book: Book, *, limit: int, after: str, as_json: bool) -> None:
    """The nights, the newest first."""
    from service.app.night.left_open import told_of_left_open
    from service.app.seeing import nights

    page = nights(book, cursor=after or None, limit=limit)
    if as_json:
        render.as_json(page)
    elif page.nights:
        night_screens.nights(page.nights)
        render.lines(told_of_left_open(page.nights, book.now()), "yellow")
    else:
        render.line(say("The book holds no night yet; `chipbook night open` begins one."))
    if page.next and not as_json:
        render.aside(say("`chipbook night list --after {next}` lists the nights before these.", next=page.next))


@night.command()
@night_argument
@json_option
@with_book
def show(book: Book, *, night: str, as_json: bool) -> None:
    """Show where a night stands.

    Stacks, accounts, pot, whose turn it is, and what may be done. If the record of the night was changed after it was
    sealed, a warning comes first, and the exit code is 3; `chipbook verify` also decides every act again by the rules.
    """
    from service.app.seeing import damage, find_current

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
@click.option("--check", is_flag=True, help="Only say what still stands before the close, as `night checklist` does.")
@click.option(
    "--at", default="", metavar="WHEN", help='When play ended, if not now: 01:30, or "2026-11-21 01:30" a day later.'
)
@waive_option
@key_option
@json_option
@with_book
def close(book: Book, *, night: str, check: bool, at: str, waive: Waivers, key: str, as_json: bool) -> None:
    """Close the night after all stacks are counted.

    All chips go back to the box. Chips that are missing or too many are shown, and somebody bears them: `gap banker`.
    Who pays whom then follows by itself, unless the house settles otherwise (`settles: ask`).
    """
    if check:
        _checklist(book, night, as_json=as_json)
    else:
        _say(book, night, "close", at=at, waive=waive, key=key, as_json=as_json)


@night.command()
@night_argument
@json_option
@with_book
def checklist(book: Book, *, night: str, as_json: bool) -> None:
    """What still stands between now and the close.

    Who has not counted, the chips by denomination, the gap so far, and what it would cost whoever bears it. Nothing is
    recorded.
    """
    _checklist(book, night, as_json=as_json)


def _checklist(book: Book, night: str, *, as_json: bool) -> None:
    from cli.screens.closing_screens import checklist as checklist_screen
    from service.app.seeing import find_current
    from service.reports.views.settling.closing import closing_now

    seen = find_current(book, night)
    told = closing_now(seen)
    if as_json:
        render.as_json(told)
        return
    night_screens.head(_on_the_table(book, seen))
    checklist_screen(told, seen)


@night.command()
@click.argument("words", nargs=-1, metavar="[NIGHT] [bank|direct]")
@click.option("--plan", default="", metavar="PLAN", help="bank (everyone pays the banker) or direct (fewest payments).")
@click.option("--old-debts", is_flag=True, help="Take in what is unpaid of the club's earlier nights.")
@yes_option
@night_option
@key_option
@json_option
@with_book
def settle(
    book: Book, *, words: tuple[str, ...], plan: str, night: str, old_debts: bool, yes: bool, key: str, as_json: bool
) -> None:
    """Fix who pays whom: `settle direct` or `settle bank`; without a plan, as the house settles (direct, if it asks).

    If a plan stands already, this shows it. As long as nothing is paid, `settle direct` or `settle bank` puts another in
    its place, after showing both and asking; without a terminal, it needs --yes. With --old-debts, what is unpaid of the
    club's earlier nights goes into the same plan.
    """
    plans = [*filter(None, [plan]), *(word for word in words if word.casefold() in PLANS)]
    nights = [*filter(None, [night]), *(word for word in words if word.casefold() not in PLANS)]
    if len(plans) > 1 or len(nights) > 1:
        raise click.UsageError(_named_twice(plans, nights))
    from engine.night.closing.rule import usual_plan
    from service.app.seeing import find_current
    from service.reports.views.settling.settlement import frozen_plan

    seen = find_current(book, "".join(nights))
    stands = frozen_plan(seen)
    if stands and not (plans or old_debts or key):
        if as_json:
            render.as_json(stands)
        else:
            _show_plan(stands, say("This plan stands:"))
            render.line(say("`chipbook night settle direct` or `settle bank` puts another in its place."), "dim")
        return
    kind = "".join(plans).casefold() or usual_plan(seen.night)
    if stands and not _takes_its_place(book, seen, stands, kind, old_debts=old_debts, yes=yes, as_json=as_json):
        render.aside(say(PLAN_STANDS))
        return
    line = f"settle {kind}{' with old debts' if old_debts else ''}"
    _say(book, seen.night_id, line, key=key, as_json=as_json)


def _takes_its_place(
    book: Book, seen: VisibleNight, stands: Settlement, kind: str, *, old_debts: bool, yes: bool, as_json: bool
) -> bool:
    """Shows the plan that stands and the one that would take its place, and asks. True also if the rules have the last word."""
    from service.app.settling import ways_to_settle

    ways = ways_to_settle(book, seen, with_old_debts=old_debts)
    instead = next((plan for plan in ways.plans if plan.kind == kind), None)
    if instead is None:
        return True
    if not as_json:
        _show_plan(stands, say("This plan stands:"))
        _show_plan(instead, say("In its place:"))
    return yes or terminal.confirmed(say("Put this plan in its place?"), nothing=say(PLAN_STANDS))


def _show_plan(plan: Settlement, heading: str) -> None:
    from cli.screens.night_tables import PLAN, beside_the_plan, setting_of_plan

    render.line(heading, "bold")
    render.declared(PLAN, plan.transfers, setting_of_plan(plan))
    render.lines(beside_the_plan(plan))


def _named_twice(plans: Sequence[str], nights: Sequence[str]) -> str:
    if len(plans) > 1:
        return say("You named two plans, {one} and {other}; name one.", one=plans[0], other=plans[1])
    return say("You named two nights, {one} and {other}; name one.", one=nights[0], other=nights[1])


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


def _say(book: Book, night: str, line: str, *, as_json: bool, at: str = "", key: str = "", waive: Waivers = ()) -> None:
    from service.app.night import say as saying
    from service.app.night.left_open import ended_at
    from service.app.seeing import find_current, see

    seen = find_current(book, night)
    when = ended_at(seen, at, book.now()) if at else ""
    told = saying.say_line(book, seen, saying.read(book, seen, line), key=key, at=when, waive=waive)
    if as_json:
        render.as_json(told)
    else:
        now = see(book, told.night)
        replaced, plan = seen.night.closing.plan, now.night.closing.plan
        if replaced and plan and plan != replaced:
            render.line(
                say("This takes the place of the {kind} plan, on which nothing was paid.", kind=replaced.kind), "yellow"
            )
        after = followed(book, told.night) or now
        _show_after(told, _on_the_table(book, after), _waits_for(after))


def _show_after(told: LineView, now: NightView, lines: Sequence[str]) -> None:
    night_screens.heard(told, compact=True)
    night_screens.head(now)
    night_screens.standings(now)
    night_screens.gap(now)
    night_screens.transfers(now)
    night_screens.disputes(now)
    night_screens.next_lines(lines, "bank")


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
    from service.app.putting_right import if_struck
    from service.app.seeing import find_current

    seen = find_current(book, night, or_newest=True)
    found = if_struck(seen, StrikeEvents(versions=versions, reason="what if"))
    if as_json:
        render.as_json(found)
        return
    night_screens.difference(found, seen)
    numbers = " ".join(str(version) for version in versions)
    render.line(
        say(
            'To strike: chipbook bank -n {night_id} strike {numbers} "REASON"', night_id=seen.night_id, numbers=numbers
        ),
        "cyan",
    )


@night.command()
@click.option("--at", required=True, metavar="WHEN", help='Day and time on the table\'s clock: "2026-12-04 19:30".')
@click.option("--place", default="", metavar="TEXT", help="Where you play.")
@click.option("--name", default="", metavar="TEXT", help="What the entry is called.  [the name of the club]")
@click.option("--hours", default=5, show_default=True, type=click.IntRange(1, 48), help="How long it lasts.")
@click.option("--club", default="", metavar="NAME", help="Which club.  [that of the newest night]")
@click.option("-o", "--output", default="", metavar="FILE.ics", help="Write to a file instead of the screen.")
@json_option
@with_book
def invite(book: Book, *, at: str, place: str, name: str, hours: int, club: str, output: str, as_json: bool) -> None:
    """Write the next night of a club as a calendar entry (iCal) to send round; nothing is recorded.

    Written again to the same file with another time or place, it moves the entry that everybody has.
    """
    from service.app.night.open_night import invite as invitation

    file = Path(output).expanduser()
    earlier = read_bytes(str(file), INVITATION_MAX) if output and file.is_file() else b""
    made = invitation(book, at, place=place, title=name, hours=hours, club=club, earlier=earlier)
    if output:
        write_bytes(str(file), made)
    if as_json:
        render.as_json({"file": output, "changed": made != earlier, "calendar": made.decode()})
    elif output:
        render.aside(
            say("Written to {output}.", output=output)
            if made != earlier
            else say("{output} says so already.", output=output)
        )
    else:
        render.raw(made.decode())


for _answer in ANSWERS:
    night.add_command(_answer)
