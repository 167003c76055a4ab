"""The sentences of the kitty."""

from engine import events
from engine.grammar import counted, listed
from engine.registry import sentence_of
from engine.speech import say, say_number
from engine.wording import Voice


@sentence_of(events.PaidToKitty)
def paid_to_kitty(event: events.PaidToKitty, voice: Voice) -> str:
    return say_number(
        "{number} chip of the pot goes to the kitty.", "{number} chips of the pot go to the kitty.", event.chips
    )


@sentence_of(events.KittyShared)
def kitty_shared(event: events.KittyShared, voice: Voice) -> str:
    chips = counted(sum(share.chips for share in event.shares), "chip")
    shares = [f"{voice.name(share.player)} {share.chips} ({voice.money(share.cents)})" for share in event.shares]
    return say("The kitty of {chips} is shared out: {shares}.", chips=chips, shares=listed(shares))
