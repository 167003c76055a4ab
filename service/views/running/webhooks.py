"""Whom does a club tell, of what, and did it arrive? Names of people and cards are in none of it."""

from __future__ import annotations

import msgspec


class WebhookView(msgspec.Struct, frozen=True, kw_only=True):
    """An address that is told of events. `failing_since`: nothing has got through since; `off_because`: why it is off.

    `old_secret_until`: until then the secret before the present one signs too; empty if there was none before it.
    """

    id: str
    url: str
    events: tuple[str, ...]
    on: bool
    created_at: str
    failing_since: str
    off_because: str
    old_secret_until: str


class Webhooks(msgspec.Struct, frozen=True, kw_only=True):
    """The webhooks of a club."""

    club: str
    webhooks: tuple[WebhookView, ...]


class WebhookSecret(msgspec.Struct, frozen=True, kw_only=True):
    """A webhook with the secret by which its receiver checks signatures; it is shown when it is made, and not again."""

    webhook: WebhookView
    secret: str


class Delivery(msgspec.Struct, frozen=True, kw_only=True):
    """One try to deliver: `job` tells of what, `status` is that of the answer (0 if there was none).

    `result`: done, again (it is tried later), failed (for good), or died (its worker ended, and nobody knows).
    """

    job: str
    number: int
    at: str
    result: str
    status: int
    took_ms: int
    sentence: str


class Deliveries(msgspec.Struct, frozen=True, kw_only=True):
    """The newest tries to deliver to a webhook, the newest first."""

    webhook: str
    deliveries: tuple[Delivery, ...]
