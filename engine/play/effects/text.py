"""One short sentence for each effect of an open card."""

from engine import commands, events
from engine.registry import sentence_of
from engine.speech import say
from engine.wording import Voice, because, cards_text, owed


@sentence_of(events.CardOffered)
def card_offered(event: events.CardOffered, voice: Voice) -> str:
    card, name = cards_text([event.card]), voice.name(event.player)
    if not event.price:
        return say("{card} offers {player} one more card for nothing.", card=card, player=name)
    return say("{card} offers {player} one more card for {price}.", card=card, player=name, price=event.price)


@sentence_of(commands.BuyCard, in_betting=True)
def card_bought(event: commands.BuyCard, voice: Voice) -> str:
    name = voice.name(event.player)
    if not event.price:
        return say("{player} takes one more card.", player=name)
    return say("{player} takes one more card for {price}.", player=name, price=owed(event.price, event.shadow))


@sentence_of(commands.DeclineCard)
def card_declined(event: commands.DeclineCard, voice: Voice) -> str:
    return say("{player} takes no more cards.", player=voice.name(event.player))


@sentence_of(events.SentOutByCard, in_betting=True)
def sent_out_by_card(event: events.SentOutByCard, voice: Voice) -> str:
    return say("{card} sends {player} out of the hand.", card=cards_text([event.card]), player=voice.name(event.player))


@sentence_of(commands.SendOut, in_betting=True)
def player_sent_out(event: commands.SendOut, voice: Voice) -> str:
    return because(say("{player} is sent out of the hand", player=voice.name(event.player)), event.reason)


@sentence_of(events.CardGiven)
def card_given(event: events.CardGiven, voice: Voice) -> str:
    card, name = cards_text([event.card]), voice.name(event.player)
    if not event.number:
        return say("{card} gives {player} no card, because none is left.", card=card, player=name)
    return say("{card} gives {player} one more card.", card=card, player=name)


@sentence_of(events.FeePaid, in_betting=True)
def fee_paid(event: events.FeePaid, voice: Voice) -> str:
    if not event.chips:
        card, name = cards_text([event.card]), voice.name(event.player)
        return say("{card} costs {player} nothing, who has no chips left.", card=card, player=name)
    return say(
        "{card} costs {player} {chips}.",
        card=cards_text([event.card]),
        player=voice.name(event.player),
        chips=owed(event.chips, event.shadow),
    )


@sentence_of(commands.PayFee, in_betting=True)
def fee_paid_unseen(event: commands.PayFee, voice: Voice) -> str:
    name, chips = voice.name(event.player), event.chips or 0
    if not chips:
        text = say("{player} has no chips left to pay for an open card", player=name)
    elif event.shadow:
        text = say(
            "{player} pays {chips} for an open card, {shadow} of it by shadow",
            player=name,
            chips=chips,
            shadow=event.shadow,
        )
    else:
        text = say("{player} pays {chips} for an open card", player=name, chips=chips)
    return because(text, event.reason)
