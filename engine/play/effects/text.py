"""One short sentence for each effect of an open card."""

from engine import commands, events
from engine.registry import sentence_of
from engine.wording import Voice, because, owed, tells

tells(commands.DeclineCard, "{player} takes no more cards.")
tells(events.SentOutByCard, "{card} sends {player} out of the hand.", in_betting=True)


@sentence_of(events.CardOffered)
def card_offered(event: events.CardOffered, voice: Voice) -> str:
    if not event.price:
        return voice.say("{card} offers {player} one more card for nothing.", event)
    return voice.say("{card} offers {player} one more card for {price}.", event)


@sentence_of(commands.BuyCard, in_betting=True)
def card_bought(event: commands.BuyCard, voice: Voice) -> str:
    if not event.price:
        return voice.say("{player} takes one more card.", event)
    return voice.say("{player} takes one more card for {price}.", event, price=owed(event.price, event.shadow))


@sentence_of(commands.SendOut, in_betting=True)
def player_sent_out(event: commands.SendOut, voice: Voice) -> str:
    return because(voice.say("{player} is sent out of the hand", event), event.reason)


@sentence_of(events.CardGiven)
def card_given(event: events.CardGiven, voice: Voice) -> str:
    if not event.number:
        return voice.say("{card} gives {player} no card, because none is left.", event)
    return voice.say("{card} gives {player} one more card.", event)


@sentence_of(events.FeePaid, in_betting=True)
def fee_paid(event: events.FeePaid, voice: Voice) -> str:
    if not event.chips:
        return voice.say("{card} costs {player} nothing, who has no chips left.", event)
    return voice.say("{card} costs {player} {chips}.", event, chips=owed(event.chips, event.shadow))


@sentence_of(commands.PayFee, in_betting=True)
def fee_paid_unseen(event: commands.PayFee, voice: Voice) -> str:
    chips = event.chips or 0
    if not chips:
        text = voice.say("{player} has no chips left to pay for an open card", event)
    elif event.shadow:
        text = voice.say("{player} pays {chips} for an open card, {shadow} of it by shadow", event, chips=chips)
    else:
        text = voice.say("{player} pays {chips} for an open card", event, chips=chips)
    return because(text, event.reason)
