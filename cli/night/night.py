"""`chipbook night` and `log`: nights listed and shown, and single questions about one, answered as over HTTP."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from cli import commands, render
from cli.book import answers, looked_at
from cli.completion import known_players
from cli.errors import CliError
from cli.night.closing import checklist, close, pay, settle
from cli.night.opening import invite, open_
from cli.options import night_option, of_a_night
from cli.screens import night_screens
from cli.screens.night_tables import NETS, PAYMENTS, PLAN, beside_the_plan, setting_of_night
from engine.grammar import amount_text, listed
from engine.speech import say, speech, to_say
from service.app.book import Book
from service.app.night.clock import left_open_lines
from service.app.night.lines import player_called
from service.app.night.settling import how_to_pay, planned
from service.app.seeing import find_current, find_id, nights, see, see_proven, where_it_stands
from service.language.shorthand.keywords import in_english
from service.reports.disputes import disputes_so_far
from service.reports.requests import requests_so_far
from service.reports.views.events import About, EventPage, last_events
from service.reports.views.night import waits_for
from service.reports.views.play.choices import may_do
from service.reports.views.settling.settlement import Kind, nets_now, payments_so_far
from service.reports.views.visible_night import VisibleNight

NIGHTS_SHOWN = 50
USUAL = 20
ALL = "all"
NO_PLAN = to_say("There is no plan while chips are in a pot or missing at the count, or if nobody owes anything.")


@commands.group()
def night() -> None:
    """Open, show, close and settle nights.

    NIGHT is the id of a night, or a start or end of it that no other id has. Left out, it is the newest night that
    is played, else the newest that is not settled.
    """


@night.command("list")
@commands.option(
    "--most", default=NIGHTS_SHOWN, show_default=True, type=click.IntRange(1, 1000), help="How many at most."
)
@commands.word("--before NIGHT", "Only the nights before this one.")
@answers
def list_(book: Book, *, most: int, before: str) -> Iterator[object]:
    """The nights, the newest first."""
    page = nights(book, cursor=before or None, limit=most)
    yield page
    if page.nights:
        night_screens.nights(page.nights)
        render.lines(left_open_lines(page.nights, book.now()), "yellow")
    else:
        render.line(say("The book holds no night yet; `chipbook night open` begins one."))
    if page.next:
        render.aside(say("`chipbook night list --before {next}` lists the nights before these.", next=page.next))


@night.command()
@of_a_night
@answers
def show(book: Book, *, night: str) -> Iterator[object]:
    """Show where a night stands.

    Stacks, accounts, pot, whose turn it is, and what may be done. If the record of the night was changed after it was
    sealed, a warning comes first, and the exit code is 3, as of all that shows a night; `chipbook verify` also decides
    every act again by the rules.
    """
    view = looked_at(book, find_current(book, night, or_newest=True))
    yield where_it_stands(book, view)
    night_screens.night(where_it_stands(book, view.as_anybody()), waits_for(view))


@night.command()
@of_a_night
@answers
def nets(book: Book, *, night: str) -> Iterator[object]:
    """What everybody has won or lost, as if the night ended now."""
    view = looked_at(book, find_current(book, night, or_newest=True))
    nets_view = nets_now(view)
    yield nets_view
    render.table(NETS, sorted(nets_view.nets, key=lambda one: -one.result_cents), setting_of_night(view))
    if nets_view.open_cents:
        render.line(
            say(
                "{amount} {code} belong to nobody yet.",
                amount=amount_text(nets_view.open_cents, nets_view.currency.exponent),
                code=speech().currency(nets_view.currency.code),
            )
        )


@night.command()
@of_a_night
@commands.option(
    "--plan",
    "kind",
    type=click.Choice(["bank", "direct"]),
    help="Before a plan is frozen: which one.  [as the house settles]",
)
@commands.flag("--old-debts", "Before a plan is frozen: with what is unpaid of earlier nights.")
@answers
def plan(book: Book, *, night: str, kind: Kind | None, old_debts: bool) -> Iterator[object]:
    """Who pays whom; before the plan is frozen, who would. Nothing is recorded."""
    view = see_proven(book, find_id(book, night))
    result = planned(book, view, kind, with_old_debts=old_debts)
    yield result
    if result.transfers:
        render.table(PLAN, result.transfers, setting_of_night(view))
        render.lines(beside_the_plan(result))
        render.lines(how_to_pay(book, view, result))
    elif result.open_cents or result.frozen is None:
        render.line(say(NO_PLAN))
    else:
        render.line(say("Nobody owes anybody."))


@night.command()
@of_a_night
@answers
def payments(book: Book, *, night: str) -> Iterator[object]:
    """Every payment of the plan so far."""
    yield from show_payments(looked_at(book, see(book, find_id(book, night))))


def show_payments(view: VisibleNight) -> Iterator[object]:
    """The payments as the command and the prompt tell them."""
    payments = payments_so_far(view)
    yield payments
    if payments.payments:
        render.table(PAYMENTS, payments.payments, setting_of_night(view))
    else:
        render.line(say("Nothing has been paid yet."))


@night.command()
@of_a_night
@answers
def choices(book: Book, *, night: str) -> Iterator[object]:
    """What may be done now, as lines that can be typed; with --json, as commands with their bounds."""
    view = looked_at(book, find_current(book, night, or_newest=True))
    yield may_do(view)
    render.lines(waits_for(view) or (say("Nothing is left to do."),), "cyan")


@night.command()
@of_a_night
@answers
def disputes(book: Book, *, night: str) -> Iterator[object]:
    """What is disputed, both sides' words, and how it ended."""
    yield from show_disputes(looked_at(book, see(book, find_id(book, night))))


def show_disputes(view: VisibleNight) -> Iterator[object]:
    """The disputes as the command and the prompt tell them."""
    disputes = disputes_so_far(view)
    yield disputes
    night_screens.all_disputes(disputes.disputes, view.names)


@night.command()
@of_a_night
@answers
def requests(book: Book, *, night: str) -> Iterator[object]:
    """What players asked for and said themselves, and what became of it."""
    yield from show_requests(looked_at(book, find_current(book, night, or_newest=True)))


def show_requests(view: VisibleNight) -> Iterator[object]:
    """The requests as the command and the prompt tell them."""
    requests = requests_so_far(view)
    yield requests
    night_screens.all_requests(requests.requests)


@commands.command()
@commands.argument("words", nargs=-1, metavar="[N|all] [NAME]", shell_complete=known_players)
@night_option
@answers
def log(book: Book, *, words: tuple[str, ...], night: str) -> Iterator[object]:
    """The last events of a night: number, time, and what happened. Void ones are marked.

    \b
    chipbook log            the last twenty
    chipbook log 40         the last forty; all: every one
    chipbook log anna       those in which Anna has a part
    """
    yield from show_log(looked_at(book, find_current(book, night, or_newest=True)), words)


def show_log(view: VisibleNight, words: Sequence[str]) -> Iterator[object]:
    """The log as the command and the prompt tell it."""
    page = log_of(view, words)
    yield page
    night_screens.log(page, whose=view.name(page.player))


def log_of(view: VisibleNight, words: Sequence[str]) -> EventPage:
    """The log for these words: a number of events, `all`, a player's name, or a name and one of these."""
    amounts = [word for word in words if word.isdecimal() or in_english(word.casefold()) == ALL]
    if len(amounts) > 1:
        sentence = say(
            "A log shows one number of events, and {amounts} are {number}; say one of them.",
            amounts=listed(amounts),
            number=len(amounts),
        )
        raise CliError("two_amounts", sentence, details={"amounts": amounts})
    spoken = " ".join(word for word in words if word not in amounts)
    player = player_called(view, spoken) if spoken else None
    return last_events(view, About(player=player), most=_most(amounts, of_a_player=bool(spoken)))


def _most(amounts: Sequence[str], *, of_a_player: bool) -> int | None:
    """How many events to show; None for all. A player's events are few, so all of them are shown if no number is given."""
    if not amounts:
        return None if of_a_player else USUAL
    return int(amounts[0]) if amounts[0].isdecimal() else None


for part in (open_, invite, close, checklist, settle, pay):
    night.add_command(part)
