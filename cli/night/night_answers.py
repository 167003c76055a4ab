"""`chipbook night nets`, `plan`, `payments`, `disputes`, `requests` and `choices`: single questions about a night, answered as over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import render
from cli.options import json_option, night_argument, with_book
from engine.grammar import amount_told
from engine.speech import say

if TYPE_CHECKING:
    from service.app.book import Book
    from service.reports.views.settling.settlement import Kind


@click.command()
@night_argument
@json_option
@with_book
def nets(book: Book, *, night: str, as_json: bool) -> None:
    """What everybody has won or lost, as if the night ended now."""
    from service.app.seeing import find_current
    from service.reports.views.settling.settlement import nets_now

    seen = find_current(book, night, or_newest=True)
    told = nets_now(seen)
    if as_json:
        render.as_json(told)
        return
    from cli.screens.night_tables import NETS, setting_of_night

    render.declared(NETS, sorted(told.nets, key=lambda one: -one.result_cents), setting_of_night(seen))
    if told.open_cents:
        render.line(
            say(
                "{amount} {code} belong to nobody yet.",
                amount=amount_told(told.open_cents, told.currency.exponent),
                code=told.currency.code,
            )
        )


@click.command()
@night_argument
@click.option(
    "--kind", type=click.Choice(["bank", "direct"]), help="Before a plan is frozen: which one.  [as the house settles]"
)
@click.option("--old-debts", is_flag=True, help="Before a plan is frozen: with what is unpaid of earlier nights.")
@json_option
@with_book
def plan(book: Book, *, night: str, kind: Kind | None, old_debts: bool, as_json: bool) -> None:
    """Who pays whom; before the plan is frozen, who would. Nothing is recorded."""
    from service.app.seeing import find_id, see_proven
    from service.app.settling import planned

    seen = see_proven(book, find_id(book, night))
    told = planned(book, seen, kind, with_old_debts=old_debts)
    if as_json:
        render.as_json(told)
    elif told.transfers:
        from cli.screens.night_tables import PLAN, beside_the_plan, setting_of_night
        from service.app.handles import how_to_pay

        render.declared(PLAN, told.transfers, setting_of_night(seen))
        render.lines(beside_the_plan(told))
        render.lines(how_to_pay(book, seen, told))
    elif told.open_cents or told.frozen is None:
        render.line(
            say("There is no plan while chips are in a pot or missing at the count, or if nobody owes anything.")
        )
    else:
        render.line(say("Nobody owes anybody."))


@click.command()
@night_argument
@json_option
@with_book
def payments(book: Book, *, night: str, as_json: bool) -> None:
    """Every payment of the plan so far."""
    from service.app.seeing import find_id, see
    from service.reports.views.settling.settlement import payments_so_far

    seen = see(book, find_id(book, night))
    told = payments_so_far(seen)
    if as_json:
        render.as_json(told)
    elif told.payments:
        from cli.screens.night_tables import PAYMENTS, setting_of_night

        render.declared(PAYMENTS, told.payments, setting_of_night(seen))
    else:
        render.line(say("Nothing has been paid yet."))


@click.command()
@night_argument
@json_option
@with_book
def choices(book: Book, *, night: str, as_json: bool) -> None:
    """What may be done now, as lines that can be typed; with --json, as commands with their bounds."""
    from service.app.seeing import find_current
    from service.reports.views.night.night import waits_for
    from service.reports.views.play.choices import may_do

    seen = find_current(book, night, or_newest=True)
    if as_json:
        render.as_json(may_do(seen))
    else:
        render.lines(waits_for(seen) or (say("Nothing is left to do."),), "cyan")


@click.command()
@night_argument
@json_option
@with_book
def disputes(book: Book, *, night: str, as_json: bool) -> None:
    """What is disputed, both sides' words, and how it ended."""
    from service.app.seeing import find_id, see
    from service.reports.views.looking_back.disputes import disputes_so_far

    seen = see(book, find_id(book, night))
    told = disputes_so_far(seen)
    if as_json:
        render.as_json(told)
    else:
        from cli.screens.dispute_screens import whole

        whole(told.disputes, seen.names)


@click.command()
@night_argument
@json_option
@with_book
def requests(book: Book, *, night: str, as_json: bool) -> None:
    """What players asked for and said themselves, and what became of it."""
    from service.app.seeing import find_current
    from service.reports.views.night.requests import requests_so_far

    told = requests_so_far(find_current(book, night, or_newest=True))
    if as_json:
        render.as_json(told)
    else:
        from cli.screens.request_screens import whole

        whole(told.requests)


ANSWERS = (nets, plan, payments, disputes, requests, choices)
