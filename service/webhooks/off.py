"""Why a webhook is off: kept in English, and said in the reader's language."""

from __future__ import annotations

from engine.speech import say, to_say
from service.store.webhooks import Webhook

BY_HAND = to_say("somebody turned it off.")
GONE = to_say("its receiver said that it is gone (410).")
NOTHING_THROUGH = to_say("nothing has got through since {since}.")


def why_it_is_off(webhook: Webhook) -> str:
    """The reason as the end of a sentence; empty if the webhook is on."""
    kept, since = webhook.off_because or "", webhook.failing_since or ""
    known = {template.format(since=since): template for template in (BY_HAND, GONE, NOTHING_THROUGH)}
    return say(known[kept], since=since) if kept in known else kept
