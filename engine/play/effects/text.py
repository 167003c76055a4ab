"""One short sentence for each effect of an open card."""

from engine import commands, events
from engine.registry import told
from engine.wording import Voice, cards_told, closed


@told(events.CardOffered)
def card_offered(event: events.CardOffered, voice: Voice) -> str:
    price = f"for {event.price}" if event.price else "for nothing"
    return f"{cards_told([event.card])} offers {voice.name(event.player)} one more card {price}."


@told(commands.BuyCard)
def card_bought(event: commands.BuyCard, voice: Voice) -> str:
    shadow = f", {event.shadow} of it by shadow" if event.shadow else ""
    price = f" for {event.price}{shadow}" if event.price else ""
    return f"{voice.name(event.player)} takes one more card{price}."


@told(commands.DeclineCard)
def card_declined(event: commands.DeclineCard, voice: Voice) -> str:
    return f"{voice.name(event.player)} takes no more cards."


@told(events.SentOutByCard)
def sent_out_by_card(event: events.SentOutByCard, voice: Voice) -> str:
    return f"{cards_told([event.card])} sends {voice.name(event.player)} out of the hand."


@told(commands.SendOut)
def player_sent_out(event: commands.SendOut, voice: Voice) -> str:
    reason = f": {closed(event.reason)}" if event.reason.strip() else "."
    return f"{voice.name(event.player)} is sent out of the hand{reason}"


@told(events.CardGiven)
def card_given(event: events.CardGiven, voice: Voice) -> str:
    if not event.number:
        return f"{cards_told([event.card])} gives {voice.name(event.player)} no card, because none is left."
    return f"{cards_told([event.card])} gives {voice.name(event.player)} one more card."


@told(events.FeePaid)
def fee_paid(event: events.FeePaid, voice: Voice) -> str:
    shadow = f", {event.shadow} of it by shadow" if event.shadow else ""
    return f"{cards_told([event.card])} costs {voice.name(event.player)} {event.chips}{shadow}."


@told(commands.PayFee)
def fee_paid_unseen(event: commands.PayFee, voice: Voice) -> str:
    shadow = f", {event.shadow} of it by shadow" if event.shadow else ""
    reason = f": {closed(event.reason)}" if event.reason.strip() else "."
    return f"{voice.name(event.player)} pays {event.chips or 0} for an open card{shadow}{reason}"
