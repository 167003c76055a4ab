"""The sentence of the fee."""

from engine import events
from engine.grammar import counted, listed
from engine.registry import sentence_of
from engine.wording import Voice


@sentence_of(events.FeeCharged)
def fee_charged(event: events.FeeCharged, voice: Voice) -> str:
    """ "The fee for the room: Anna 5.00 DKK and Bo 5.00 DKK." With chips: "Anna 2 chips"."""
    shares = [
        f"{voice.name(share.player)} {counted(share.chips, 'chip') if share.chips else voice.money(share.cents)}"
        for share in event.shares
    ]
    return voice.say("The fee for {purpose}: {shares}.", event, shares=listed(shares))
