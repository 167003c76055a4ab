"""`chipbook night close`, `checklist`, `settle` and `pay`: a night counted, closed, settled and paid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from cli import commands, render, terminal
from cli.book import answers, followed, looked_at, with_book
from cli.options import json_option, key_option, night_option, of_a_night, waive_option, yes_option
from cli.screens import night_screens
from cli.screens.night_tables import PLAN, beside_the_plan, setting_in
from engine.night.closing.rule import usual_plan
from engine.speech import say, to_say
from service.app.book import Book
from service.app.night import lines
from service.app.night.clock import ended_at
from service.app.night.settling import ways_to_settle
from service.app.seeing import find_current, see, where_it_stands
from service.language.shorthand.keywords import Form, in_english
from service.reports.views.night import NightView, waits_for
from service.reports.views.play.line import LineView
from service.reports.views.settling.closing import closing_now
from service.reports.views.settling.settlement import Settlement, frozen_plan
from service.reports.views.visible_night import VisibleNight

Waivers = Sequence[tuple[str, str]]
PLANS = ("bank", "direct")
PLAN_STANDS = to_say("The plan stands as it was.")


@commands.command()
@of_a_night
@commands.word("--at WHEN", 'When play ended, if not now: 01:30, or "2026-11-21 01:30" a day later.')
@waive_option
@key_option
@answers
def close(book: Book, *, night: str, at: str, waive: Waivers, key: str) -> Iterator[object]:
    """Close the night after all stacks are counted.

    All chips go back to the box. Chips that are missing or too many are shown, and somebody bears them: `gap banker`.
    Who pays whom then follows by itself, unless the house settles otherwise (`settles: ask`).
    """
    yield from _say(book, night, "close", at=at, waive=waive, key=key)


@commands.command()
@of_a_night
@answers
def checklist(book: Book, *, night: str) -> Iterator[object]:
    """What still stands between now and the close.

    Who has not counted, the chips by denomination, the gap so far, and what it would cost whoever bears it. Nothing is
    recorded.
    """
    view = looked_at(book, find_current(book, night))
    closing = closing_now(view)
    yield closing
    night_screens.head(where_it_stands(book, view.as_anybody()))
    night_screens.checklist(closing, view)


@commands.command()
@commands.argument("plan", default="", metavar="[bank|direct]")
@commands.flag("--old-debts", "Include what is unpaid of the club's earlier nights.")
@yes_option
@night_option
@key_option
@json_option
@with_book
def settle(book: Book, *, plan: str, night: str, old_debts: bool, yes: bool, key: str, as_json: bool) -> None:
    """Fix who pays whom: `settle direct` or `settle bank`; without a plan, as the house settles (direct, if it asks).

    If a plan stands already, this shows it. As long as nothing is paid, `settle direct` or `settle bank` puts another in
    its place, after showing both and asking; without a terminal, it needs --yes. With --old-debts, what is unpaid of the
    club's earlier nights goes into the same plan.
    """
    kind = in_english(plan.casefold())
    if plan and kind not in PLANS:
        raise click.UsageError(say("Which night is said with -n: write -n {night}.", night=plan))
    view = find_current(book, night)
    stands = frozen_plan(view)
    if stands and not (plan or old_debts or key):
        if as_json:
            render.as_json(stands)
        else:
            _show_plan(stands, say("This plan stands:"))
            render.line(say("`chipbook night settle direct` or `settle bank` puts another in its place."), "dim")
        return
    kind = kind or usual_plan(view.night)
    if stands and not _takes_its_place(book, view, stands, kind, old_debts=old_debts, yes=yes, as_json=as_json):
        render.aside(say(PLAN_STANDS))
        return
    line = f"settle {kind}{' with old debts' if old_debts else ''}"
    render.answer(_say(book, view.night_id, line, key=key), for_programs=render.as_json if as_json else None)


def _takes_its_place(
    book: Book, view: VisibleNight, stands: Settlement, kind: str, *, old_debts: bool, yes: bool, as_json: bool
) -> bool:
    """Shows the plan that stands and the one that would take its place, and asks. True also if the rules have the last word."""
    ways = ways_to_settle(book, view, with_old_debts=old_debts)
    instead = next((plan for plan in ways.plans if plan.kind == kind), None)
    if instead is None:
        return True
    if not as_json:
        _show_plan(stands, say("This plan stands:"))
        _show_plan(instead, say("In its place:"))
    return yes or terminal.confirmed(say("Put this plan in its place?"), nothing=say(PLAN_STANDS))


def _show_plan(plan: Settlement, heading: str) -> None:
    render.line(heading, "bold")
    render.table(PLAN, plan.transfers, setting_in(plan.currency))
    render.lines(beside_the_plan(plan))


@commands.command()
@commands.argument("number", metavar="N")
@commands.argument("amount", default="", required=False)
@night_option
@key_option
@answers
def pay(book: Book, *, number: str, amount: str, night: str, key: str) -> Iterator[object]:
    """Record that transfer N was paid.

    In full, or in part with AMOUNT.
    """
    yield from _say(book, night, f"pay {number} {amount}".strip(), key=key)


def _say(book: Book, night: str, line: str, *, at: str = "", key: str = "", waive: Waivers = ()) -> Iterator[object]:
    view = find_current(book, night)
    when = ended_at(view, at, book.now()) if at else ""
    answer = lines.say_line(book, view, lines.read(book, view, line), key=key, at=when, waive=waive)
    yield answer
    now = see(book, answer.night)
    replaced, plan = view.night.closing.plan, now.night.closing.plan
    if replaced and plan and plan != replaced:
        render.line(
            say("This takes the place of the {kind} plan, on which nothing was paid.", kind=Form(replaced.kind)),
            "yellow",
        )
    after = followed(book, answer.night) or now
    _show_after(answer, where_it_stands(book, after.as_anybody()), waits_for(after))


def _show_after(line: LineView, now: NightView, lines: Sequence[str]) -> None:
    night_screens.line_screen(line, compact=True)
    night_screens.head(now)
    night_screens.standings(now)
    night_screens.gap(now)
    night_screens.transfers(now)
    night_screens.disputes(now)
    night_screens.next_lines(lines, "bank")
