"""The secrets with which deliveries are signed, and the signature: the headers of Standard Webhooks.

A secret has to be usable, so it cannot be kept as a hash. It is not kept at all: each follows from one key, a file beside
the clubs' private keys (`CHIPBOOK_KEYS/webhooks.key`), by HMAC over the club, the webhook and the number of the secret. So a
backup, an export and a copied book hold nothing with which anybody could sign, and workers on other machines need one file
that can be mounted to be read only. The book keeps a fingerprint: a worker with another key sends nothing that the
receiver would have to refuse.

For a day after a secret was renewed, the one before it signs too, so that nothing is refused while the receiver learns the
new one: the header then has two signatures with a space between them, the new one first. A receiver takes a message if one of
them fits. Only the last two secrets ever sign: renewed twice, a secret that others know is worth nothing at once.
"""

from __future__ import annotations

import base64
import hmac
import os
import secrets
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from engine.speech import phrase
from service.db import FILE_MODE, FOLDER_MODE
from service.errors import WebhookKeyUnusable
from service.store.jobs import later
from service.store.webhooks import Webhook

FILE = "webhooks.key"
KEY_BYTES = 32
# What Standard Webhooks puts in front of a secret.
PREFIX = "whsec_"
# How long the secret before signs too.
OVERLAP_SECONDS = 24 * 60 * 60


def make_key(folder: Path) -> None:
    """Makes the key of this book's webhooks, in a file that only its owner can read, if there is none."""
    file = folder / FILE
    if file.exists():
        return
    part = file.with_name(f".{FILE}.part-{secrets.token_hex(4)}")
    try:
        folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        try:
            with os.fdopen(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE_MODE), "wb") as opened:
                opened.write(secrets.token_hex(KEY_BYTES).encode())
                opened.flush()
                os.fsync(opened.fileno())
            # Linked and not renamed: it never takes the place of a key that somebody else has made meanwhile.
            with suppress(FileExistsError):
                os.link(part, file)
        finally:
            part.unlink(missing_ok=True)
    except OSError as problem:
        raise WebhookKeyUnusable(
            str(folder), phrase("it cannot be written ({problem})", problem=problem.strerror or problem)
        ) from problem


def secret_of(folder: Path, club: str, webhook: str, generation: int) -> str:
    """The secret of a webhook, as its receiver is given it. Refuses a folder without a key that can be used."""
    file = folder / FILE
    try:
        key = bytes.fromhex(file.read_text(encoding="ascii").strip())
    except FileNotFoundError:
        raise WebhookKeyUnusable(str(folder), phrase("it is not there")) from None
    except OSError as problem:
        raise WebhookKeyUnusable(
            str(folder), phrase("it cannot be read ({problem})", problem=problem.strerror or problem)
        ) from problem
    except ValueError:
        raise WebhookKeyUnusable(str(folder), phrase("it holds no key")) from None
    if len(key) != KEY_BYTES:
        raise WebhookKeyUnusable(
            str(folder), phrase("it holds {key} bytes, and a key has {wanted}", key=len(key), wanted=KEY_BYTES)
        )
    told = "\n".join(("chipbook webhook", club, webhook, str(generation)))
    return PREFIX + base64.b64encode(hmac.digest(key, told.encode(), "sha256")).decode()


def fingerprint(secret: str) -> str:
    """By what the book knows a secret again: the beginning of its SHA-256."""
    return sha256(secret.encode()).hexdigest()[:32]


def secret_in_force(folder: Path, webhook: Webhook) -> str:
    """The present secret of a webhook. Refuses the key of another book (WebhookKeyUnusable)."""
    secret = secret_of(folder, webhook.club, webhook.id, webhook.generation)
    if not hmac.compare_digest(fingerprint(secret), webhook.fingerprint):
        raise WebhookKeyUnusable(str(folder), phrase("it is another key than that with which this webhook was added"))
    return secret


def old_secret_until(webhook: Webhook) -> str:
    """Until when the secret before the present one signs too; empty if there is none before it."""
    return later(webhook.renewed_at, OVERLAP_SECONDS) if webhook.renewed_at else ""


def secrets_at(folder: Path, webhook: Webhook, now: str) -> tuple[str, ...]:
    """The secrets that sign at this time, the present one first. Refuses the key of another book (WebhookKeyUnusable)."""
    present = secret_in_force(folder, webhook)
    if now >= old_secret_until(webhook):
        return (present,)
    return present, secret_of(folder, webhook.club, webhook.id, webhook.generation - 1)


def signed(secrets: Sequence[str], message: str, now: str, body: bytes) -> dict[str, str]:
    """The headers that prove who sent the body, and when; `message` is the same in every try."""
    timestamp = str(int(datetime.fromisoformat(now).timestamp()))
    text = b".".join((message.encode(), timestamp.encode(), body))
    return {
        "webhook-id": message,
        "webhook-timestamp": timestamp,
        "webhook-signature": " ".join(_signature(secret, text) for secret in secrets),
    }


def _signature(secret: str, text: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    return f"v1,{base64.b64encode(hmac.digest(key, text, 'sha256')).decode()}"
