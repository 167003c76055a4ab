"""Whether the key with which webhooks are signed is here, is that of this book, and keeps others out."""

from __future__ import annotations

from engine.speech import say
from service.app.book import Book
from service.app.running.doctor.folders import open_to_others
from service.app.running.doctor.keys import CLUBS_MAX
from service.errors import WebhookKeyUnusable
from service.store.lists import Lists
from service.store.webhooks import webhooks_of
from service.views.running.examination import Finding, good, wrong
from service.webhooks.signing import FILE, secret_in_force


def of_the_webhooks(book: Book) -> list[Finding]:
    """One finding of the key, if a club has a webhook; one of a file that others may read."""
    added = [one for club in Lists(book.database).clubs()[:CLUBS_MAX] for one in webhooks_of(book.database, club.club)]
    if not added:
        return []
    readable = open_to_others("webhooks", book.key_folder / FILE)
    found = [readable] if readable else []
    for webhook in added:
        try:
            secret_in_force(book.key_folder, webhook)
        except WebhookKeyUnusable as refusal:
            return [*found, wrong("webhooks", str(refusal), _mend(webhook.id))]
    return found or [
        good("webhooks", say("The key with which they are signed is here; webhooks: {number}.", number=len(added)))
    ]


def _mend(webhook: str) -> str:
    return say(
        "Bring {file} back from the server on which the webhook was added; if it is lost for good, give "
        "every receiver a new secret: chipbook club webhooks rotate {webhook}",
        file=FILE,
        webhook=webhook,
    )
