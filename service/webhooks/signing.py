"""The secrets with which deliveries are signed, and the signature: the headers of Standard Webhooks.

A secret has to be usable, so it cannot be kept as a hash. It is not kept at all: each follows from one key, a file beside
the clubs' private keys (`CHIPBOOK_KEYS/webhooks.key`), by HMAC over the club, the webhook and the number of the secret. So a
backup, an export and a copied book hold nothing with which anybody could sign, and workers on other machines need one file
that can be mounted to be read only. The book keeps a fingerprint: a worker with another key sends nothing that the
receiver would have to refuse.
"""

from __future__ import annotations

import base64
import hmac
import os
import secrets
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from engine.speech import phrase
from service.db import FILE_MODE, FOLDER_MODE
from service.errors import WebhookKeyUnusable
from service.store.webhooks import Webhook

FILE = "webhooks.key"
KEY_BYTES = 32
# What Standard Webhooks puts in front of a secret.
PREFIX = "whsec_"


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


def signed(secret: str, message: str, now: str, body: bytes) -> dict[str, str]:
    """The headers that prove who sent the body, and when; `message` is the same in every try."""
    timestamp = str(int(datetime.fromisoformat(now).timestamp()))
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signature = hmac.digest(key, b".".join((message.encode(), timestamp.encode(), body)), "sha256")
    return {
        "webhook-id": message,
        "webhook-timestamp": timestamp,
        "webhook-signature": f"v1,{base64.b64encode(signature).decode()}",
    }
