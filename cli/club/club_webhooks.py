"""`chipbook club webhooks`: the addresses that a club tells of what happens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import render
from cli.afterwards import finish
from cli.errors import DOES_NOT_HOLD
from cli.options import json_option, key_option, with_book
from cli.render import Column
from engine.speech import say, say_as

if TYPE_CHECKING:
    from service.app.book import Book
    from service.views.running.webhooks import Delivery, WebhookSecret, WebhookView

club_option = click.option("--club", default="", metavar="NAME", help="Which club.  [that of the newest night]")
id_argument = click.argument("webhook", metavar="ID")


@click.group("webhooks", invoke_without_command=True)
@club_option
@json_option
@click.pass_context
def club_webhooks(context: click.Context, *, club: str, as_json: bool) -> None:
    """The programs that a club tells of what happens. Alone, it lists them.

    Each event is sent as a small signed JSON (standardwebhooks.com) without names or cards, and tried again for a day. Only
    https to the public internet is used, unless CHIPBOOK_WEBHOOKS_TO allows a network.
    """
    if context.invoked_subcommand is None:
        context.invoke(show, club=club, as_json=as_json)
    elif club or as_json:
        raise click.UsageError(
            say(
                "Write --club and --json at the end: club webhooks {invoked_subcommand} …",
                invoked_subcommand=context.invoked_subcommand,
            )
        )


@club_webhooks.command("list", hidden=True)
@club_option
@json_option
@with_book
def show(book: Book, *, club: str, as_json: bool) -> None:
    """List the webhooks of a club."""
    from service.app.running.webhooks import webhooks

    found = webhooks(book, _club(book, club))
    if as_json:
        render.as_json(found)
    elif not found.webhooks:
        render.line(say("No program is told of anything; `chipbook club webhooks add URL` adds one."))
    else:
        columns = [Column("id", whole=True), Column("address"), Column("told of"), Column("state")]
        render.table(columns, ([one.id, one.url, ", ".join(one.events), _state(one)] for one in found.webhooks))


@club_webhooks.command()
@click.argument("url")
@click.option(
    "--events",
    default="",
    metavar="NAMES",
    help="Of what, with commas between them.  [night_closed,plan_frozen,payment_recorded]",
)
@club_option
@key_option
@json_option
@with_book
def add(book: Book, *, url: str, events: str, club: str, key: str, as_json: bool) -> None:
    """Tell the program at URL of events from now on, and show the secret by which it checks signatures.

    \b
    Events: night_opened, night_closed, gap_resolved, plan_frozen, payment_recorded,
    dispute_raised, dispute_answered, dispute_resolved, dispute_withdrawn,
    events_corrected, events_struck.
    """
    from service.app.running.webhooks import add as add_webhook

    named = [word.strip() for word in events.split(",") if word.strip()]
    _secret(add_webhook(book, _club(book, club), url, named, key=key), as_json=as_json)


@club_webhooks.command()
@id_argument
@club_option
@json_option
@with_book
def remove(book: Book, *, webhook: str, club: str, as_json: bool) -> None:
    """Tell a program of nothing more."""
    from service.app.running.webhooks import remove as remove_webhook

    remove_webhook(book, _club(book, club), webhook)
    if as_json:
        render.as_json({"removed": webhook})
    else:
        render.line(say("{webhook} is told of nothing more.", webhook=webhook))


@club_webhooks.command()
@id_argument
@club_option
@json_option
@with_book
def on(book: Book, *, webhook: str, club: str, as_json: bool) -> None:
    """Turn a webhook on again. `chipbook jobs retry --all --kind webhook` sends what failed meanwhile."""
    _turn(book, webhook, club, on=True, as_json=as_json)


@club_webhooks.command()
@id_argument
@club_option
@json_option
@with_book
def off(book: Book, *, webhook: str, club: str, as_json: bool) -> None:
    """Turn a webhook off for a while."""
    _turn(book, webhook, club, on=False, as_json=as_json)


@club_webhooks.command()
@id_argument
@club_option
@json_option
@with_book
def rotate(book: Book, *, webhook: str, club: str, as_json: bool) -> None:
    """Sign with another secret from now on, and show it.

    For a day the old one signs too: each message has two signatures, and one that fits is enough. Renewed twice, a secret
    that somebody else knows ends at once.
    """
    from service.app.running.webhooks import rotate as rotate_secret

    _secret(rotate_secret(book, _club(book, club), webhook), as_json=as_json)


@club_webhooks.command()
@id_argument
@club_option
@json_option
@with_book
def ping(book: Book, *, webhook: str, club: str, as_json: bool) -> None:
    """Send a test now, and say what came back. Exit code 4 if it was not taken."""
    from service.app.running.webhooks import deliveries
    from service.app.running.webhooks import ping as ask_for_test

    of = _club(book, club)
    job = ask_for_test(book, of, webhook).job
    finish(book)
    sent = [one for one in deliveries(book, of, webhook).deliveries if one.job == job]
    if as_json:
        render.as_json({"job": job, "deliveries": sent})
    for one in () if as_json else sent:
        render.line(say("{sentence} ({took_ms} ms)", sentence=one.sentence, took_ms=one.took_ms))
    if any(one.result == "failed" for one in sent):
        click.get_current_context().exit(DOES_NOT_HOLD)


@club_webhooks.command()
@id_argument
@club_option
@json_option
@with_book
def log(book: Book, *, webhook: str, club: str, as_json: bool) -> None:
    """Show the newest tries to deliver, the newest first."""
    from service.app.running.webhooks import deliveries

    found = deliveries(book, _club(book, club), webhook)
    if as_json:
        render.as_json(found)
    elif not found.deliveries:
        render.line(say("Nothing has been sent yet."))
    else:
        columns = [
            Column("when"),
            Column("job"),
            Column("how"),
            Column("status"),
            Column("took"),
            Column("what was said"),
        ]
        render.table(columns, map(_row, found.deliveries))


def _row(one: Delivery) -> list[str]:
    return [
        one.at,
        one.job,
        say_as("job", one.result),
        str(one.status or ""),
        say("{took_ms} ms", took_ms=one.took_ms),
        one.sentence,
    ]


def _turn(book: Book, webhook: str, club: str, *, on: bool, as_json: bool) -> None:
    from service.app.running.webhooks import turn

    found = turn(book, _club(book, club), webhook, on=on)
    render.answer(found, say("{webhook} is {state}", webhook=webhook, state=_state(found)), for_programs=as_json)


def _secret(made: WebhookSecret, *, as_json: bool) -> None:
    if as_json:
        render.as_json(made)
        return
    render.line(
        say(
            "{id} is told of {events} at {url}.",
            id=made.webhook.id,
            events=", ".join(made.webhook.events),
            url=made.webhook.url,
        )
    )
    render.line(say("Its secret, which is not shown again: {secret}", secret=made.secret))
    if made.webhook.old_secret_until:
        render.line(say("The secret before it signs too until {time}.", time=made.webhook.old_secret_until))


def _state(one: WebhookView) -> str:
    if not one.on:
        return say("off: {off_because}", off_because=one.off_because)
    return (
        say("on, but nothing has got through since {failing_since}", failing_since=one.failing_since)
        if one.failing_since
        else say_as("a webhook", "on")
    )


def _club(book: Book, named: str) -> str:
    from service.app.people import club_named

    return club_named(book, named).id
