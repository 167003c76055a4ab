"""Delivers one event to one webhook: signed, to an address that was checked, and with no name and no card in it."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from service.app.book import Book
from service.encoding import to_json
from service.errors import AddressRefused, HostUnknown, NotDelivered, PingNotDelivered, WebhookIsOff
from service.job_kinds import HOUR
from service.recording.outbox import PING
from service.store.jobs import later
from service.store.tries import Effort
from service.store.webhooks import Webhook, note_delivered, note_failing, switch, webhook_with
from service.webhooks import off
from service.webhooks.addresses import address_for, target_of
from service.webhooks.off import why_it_is_off
from service.webhooks.signing import secrets_at, signed

# A webhook through which nothing has got for so long, and whose delivery is given up, is turned off.
LONG_HOURS = 20
# The receiver says by this status that it wants nothing more.
GONE = 410
REMOVED = "The webhook was removed; nothing was sent."


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """What a webhook is told: an event, when it was recorded, and of which night at which version (none for a test)."""

    club: str
    webhook: str
    key: str
    event: str
    occurred_at: str
    night: str = ""
    version: int = 0

    @property
    def id(self) -> str:
        """The same in every try, so that the receiver can leave out what it has had."""
        return "msg_" + sha256(f"{self.club}/{self.key}".encode()).hexdigest()[:24]

    @property
    def body(self) -> bytes:
        """The JSON that is sent, with a line end."""
        about = {"night": self.night, "version": self.version} if self.night else {}
        told = {"club": self.club, **about}
        return to_json({"type": self.event, "timestamp": self.occurred_at, "data": told})


def deliver(book: Book, message: Message, *, is_last_try: bool) -> Effort:
    """Sends the message; returns how it went, if the receiver took it or the webhook is gone.

    Refuses what the receiver did not take (NotDelivered), a webhook that is off, and an address that may not be called.
    """
    webhook = webhook_with(book.database, message.club, message.webhook)
    if webhook is None:
        return Effort(REMOVED)
    if webhook.state == "off" and message.event != PING:
        raise WebhookIsOff(webhook.id, why_it_is_off(webhook))
    try:
        effort = _sent(book, webhook, message)
    except (AddressRefused, HostUnknown, NotDelivered) as problem:
        if message.event == PING:
            raise _of_a_test(problem) from problem
        _note_failure(book, webhook, problem, is_last_try=is_last_try)
        raise
    note_delivered(book.database, webhook)
    return effort


def _sent(book: Book, webhook: Webhook, message: Message) -> Effort:
    # Loaded when something is sent: most processes send nothing.
    from service.webhooks.sending import send  # noqa: PLC0415

    now = book.now()
    secrets = secrets_at(book.key_folder, webhook, now)
    target = target_of(webhook.url)
    address = address_for(target, book.reach)
    headers = signed(secrets, message.id, now, message.body)
    answer = send(target, address, headers, message.body, trust=book.reach.trust)
    said = f": {answer.said}" if answer.said else ""
    if not answer.accepted:
        raise NotDelivered(target.host, f"it answered {answer.status}{said}".rstrip("."), answer.status, answer.took_ms)
    return Effort(f"{target.host} answered {answer.status}{said}", answer.took_ms, answer.status)


def _of_a_test(problem: AddressRefused | HostUnknown | NotDelivered) -> Exception:
    """The refusal of a test, which is not tried again: the person who asked for it sees it."""
    if isinstance(problem, NotDelivered):
        return PingNotDelivered(problem.host, problem.reason, problem.status, problem.took_ms)
    return PingNotDelivered(problem.host, str(problem).rstrip("."), None, 0)


def _note_failure(book: Book, webhook: Webhook, problem: Exception, *, is_last_try: bool) -> None:
    now = book.now()
    note_failing(book.database, webhook, now)
    if isinstance(problem, NotDelivered) and problem.status == GONE:
        because = off.GONE
    elif is_last_try and (webhook.failing_since or now) <= later(now, -LONG_HOURS * HOUR):
        because = off.NOTHING_THROUGH.format(since=webhook.failing_since)
    else:
        return
    switch(book.database, webhook.club, webhook.id, off_because=because)
