"""The sentences of the kitty."""

from engine import events
from engine.grammar import counted, listed
from engine.registry import told
from engine.wording import Voice


@told(events.PaidToKitty)
def paid_to_kitty(event: events.PaidToKitty, voice: Voice) -> str:
    return f"{counted(event.chips, 'chip')} of the pot {'goes' if event.chips == 1 else 'go'} to the kitty."


@told(events.KittyShared)
def kitty_shared(event: events.KittyShared, voice: Voice) -> str:
    chips = counted(sum(share.chips for share in event.shares), "chip")
    shares = [f"{voice.name(share.player)} {share.chips} ({voice.money(share.cents)})" for share in event.shares]
    return f"The kitty of {chips} is shared out: {listed(shares)}."
