"""The addresses that a club tells of what happens: added, shown, turned on and off, tested, given another secret, removed."""

from __future__ import annotations

from base64 import b32encode
from collections.abc import Sequence
from hashlib import sha256

from service.app.book import Book
from service.errors import KeyReused, TooManyWebhooks, UnknownWebhookEvent, WebhookMissing
from service.ids import fresh_id
from service.payload_limits import check_key
from service.recording.outbox import TOLD_TO_WEBHOOKS, delivery_prefix, ping_job
from service.store.jobs import Jobs
from service.store.tries import tries_beginning
from service.store.webhooks import (
    Webhook,
    add_webhook,
    drop_webhook,
    renew_secret,
    switch,
    webhook_with,
    webhooks_of,
)
from service.views.running.jobs import JobAsked
from service.views.running.webhooks import Deliveries, Delivery, Webhooks, WebhookSecret, WebhookView
from service.webhooks.addresses import address_for, target_of
from service.webhooks.off import BY_HAND, why_it_is_off
from service.webhooks.signing import fingerprint, make_key, old_secret_until, secret_in_force, secret_of

WEBHOOKS_MAX = 10
DELIVERIES_MAX = 100
EVENTS: tuple[str, ...] = tuple(TOLD_TO_WEBHOOKS.values())
# What a webhook is told of if nobody says.
USUAL = ("night_closed", "plan_frozen", "payment_recorded")


def webhooks(book: Book, club: str) -> Webhooks:
    """The webhooks of a club. Refuses a club that is not there (ClubMissing)."""
    _insist_on_club(book, club)
    return Webhooks(club=club, webhooks=tuple(map(_view, webhooks_of(book.database, club))))


def webhook(book: Book, club: str, webhook_id: str) -> WebhookView:
    """One webhook of a club. Refuses one that is not there (WebhookMissing)."""
    return _view(_found(book, club, webhook_id))


def add(book: Book, club: str, url: str, events: Sequence[str] = (), *, key: str = "") -> WebhookSecret:
    """Tells this address of these events from now on; of the usual ones if none is named.

    A repeated `key` shows the webhook that it added first, with its secret. Refuses the key of another webhook (KeyReused).
    Refuses a URL that is none, a host that cannot be found or may not be called, and an event that is not told.
    """
    _insist_on_club(book, club)
    wanted = _events(events)
    webhook = id_of_key(club, key)
    if before := webhook_with(book.database, club, webhook):
        if (before.url, before.events) != (url, " ".join(wanted)):
            raise KeyReused(club, key)
        return WebhookSecret(webhook=_view(before), secret=secret_in_force(book.key_folder, before))
    address_for(target_of(url), book.reach)
    make_key(book.key_folder)
    secret = secret_of(book.key_folder, club, webhook, 1)
    made = Webhook(club, webhook, url, " ".join(wanted), "on", book.now(), 1, fingerprint(secret))
    if not add_webhook(book.database, made, most=WEBHOOKS_MAX):
        raise TooManyWebhooks(WEBHOOKS_MAX)
    return WebhookSecret(webhook=_view(made), secret=secret)


def id_of_key(club: str, key: str) -> str:
    """The id of the webhook that a request with this key adds; by chance without a key."""
    if not key:
        return fresh_id("w")
    check_key(key)
    return "w" + b32encode(sha256(f"webhook {club} {key}".encode()).digest()).decode().lower()[:16]


def remove(book: Book, club: str, webhook: str) -> None:
    """Tells an address of nothing more; what was due to it is given up. Refuses one that is not there (WebhookMissing)."""
    if not drop_webhook(book.database, club, webhook):
        raise WebhookMissing(webhook)


def turn(book: Book, club: str, webhook: str, *, on: bool) -> WebhookView:
    """Turns a webhook on or off. What failed while it was off stays failed until somebody asks for it again."""
    if not switch(book.database, club, webhook, off_because="" if on else BY_HAND):
        raise WebhookMissing(webhook)
    return _view(_found(book, club, webhook))


def rotate(book: Book, club: str, webhook: str) -> WebhookSecret:
    """Gives a webhook another secret, with which everything is signed from now on; for a day also with the one before it."""
    while True:
        found = _found(book, club, webhook)
        make_key(book.key_folder)
        number = found.generation + 1
        secret = secret_of(book.key_folder, club, webhook, number)
        renewed = found._replace(generation=number, fingerprint=fingerprint(secret), renewed_at=book.now())
        if renew_secret(book.database, found, renewed):
            return WebhookSecret(webhook=_view(renewed), secret=secret)


def ping(book: Book, club: str, webhook: str) -> JobAsked:
    """Asks for a test delivery, which is tried once."""
    _found(book, club, webhook)
    draft = ping_job(club, webhook, fresh_id("t"), book.now())
    is_new = Jobs(book.database).ask(draft)
    if is_new and book.tell:
        book.tell([draft])
    return JobAsked(club=club, job=draft.key, new=is_new)


def deliveries(book: Book, club: str, webhook: str, *, most: int = DELIVERIES_MAX) -> Deliveries:
    """The newest tries to deliver to a webhook. Refuses one that is not there (WebhookMissing)."""
    _found(book, club, webhook)
    tries = tries_beginning(book.database, club, delivery_prefix(webhook), most=most)
    told = tuple(
        Delivery(
            job=one.key,
            number=one.number,
            at=one.at,
            result=one.result,
            status=one.status or 0,
            took_ms=one.took_ms or 0,
            sentence=one.sentence,
        )
        for one in tries
    )
    return Deliveries(webhook=webhook, deliveries=told)


def _found(book: Book, club: str, webhook: str) -> Webhook:
    found = webhook_with(book.database, club, webhook)
    if found is None:
        raise WebhookMissing(webhook)
    return found


def _insist_on_club(book: Book, club: str) -> None:
    with book.handler() as handler:
        handler.lists.club(club)


def _events(named: Sequence[str]) -> tuple[str, ...]:
    wanted = tuple(dict.fromkeys(named)) or USUAL
    for name in wanted:
        if name not in EVENTS:
            raise UnknownWebhookEvent(name[:40], list(EVENTS))
    return wanted


def _view(webhook: Webhook) -> WebhookView:
    return WebhookView(
        id=webhook.id,
        url=webhook.url,
        events=tuple(webhook.events.split()),
        on=webhook.state == "on",
        created_at=webhook.created_at,
        failing_since=webhook.failing_since or "",
        off_because=why_it_is_off(webhook),
        old_secret_until=old_secret_until(webhook),
    )
