"""`chipbook night nets`, `plan`, `payments` and `choices`: single questions about a night, answered as over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import render
from cli.options import json_option, night_argument, with_book
from engine.grammar import amount_told

if TYPE_CHECKING:
    from service.app.book import Book
    from service.views.settlement import Kind


@click.command()
@night_argument
@json_option
@with_book
def nets(book: Book, *, night: str, as_json: bool) -> None:
    """What everybody has won or lost, as if the night ended now."""
    from service.app.finding import find_current
    from service.views.settlement import nets_now

    seen = find_current(book, night, or_newest=True)
    told = nets_now(seen)
    if as_json:
        render.as_json(told)
        return
    from cli.night_tables import NETS, setting_of_night

    render.declared(NETS, sorted(told.nets, key=lambda one: -one.result_cents), setting_of_night(seen))
    if told.open_cents:
        render.line(
            f"{amount_told(told.open_cents, told.currency.exponent)} {told.currency.code} belong to nobody yet."
        )


@click.command()
@night_argument
@click.option(
    "--kind", default="bank", type=click.Choice(["bank", "direct"]), help="Before a plan is frozen: which one."
)
@json_option
@with_book
def plan(book: Book, *, night: str, kind: Kind, as_json: bool) -> None:
    """Who pays whom; before the plan is frozen, who would. Nothing is recorded."""
    from service.app.finding import find_id
    from service.app.soundness import see_proven
    from service.views.settlement import settlement_now

    seen = see_proven(book, find_id(book, night))
    told = settlement_now(seen, kind)
    if as_json:
        render.as_json(told)
    elif told.transfers:
        from cli.night_tables import PLAN, setting_of_night

        render.declared(PLAN, told.transfers, setting_of_night(seen))
    elif told.open_cents or told.frozen is None:
        render.line("There is no plan while chips are in a pot or missing at the count, or if nobody owes anything.")
    else:
        render.line("Nobody owes anybody.")


@click.command()
@night_argument
@json_option
@with_book
def payments(book: Book, *, night: str, as_json: bool) -> None:
    """Every payment of the plan so far."""
    from service.app.finding import find_id
    from service.app.seeing import see
    from service.views.settlement import payments_so_far

    seen = see(book, find_id(book, night))
    told = payments_so_far(seen)
    if as_json:
        render.as_json(told)
    elif told.payments:
        from cli.night_tables import PAYMENTS, setting_of_night

        render.declared(PAYMENTS, told.payments, setting_of_night(seen))
    else:
        render.line("Nothing has been paid yet.")


@click.command()
@night_argument
@json_option
@with_book
def choices(book: Book, *, night: str, as_json: bool) -> None:
    """What may be done now, as lines that can be typed; with --json, as commands with their bounds."""
    from service.app.finding import find_current
    from service.views.choices import may_do
    from service.views.night import waits_for

    seen = find_current(book, night, or_newest=True)
    if as_json:
        render.as_json(may_do(seen))
    else:
        render.lines(waits_for(seen.night, seen.names) or ("Nothing is left to do.",), "cyan")


ANSWERS = (nets, plan, payments, choices)
