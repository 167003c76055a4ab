"""One short sentence for each mistake at the table and its remedy."""

from engine import commands
from engine.grammar import counted
from engine.registry import sentence_of
from engine.speech import say
from engine.state import UNKNOWN
from engine.wording import Voice, card_text, cards_text, owed


@sentence_of(commands.GiveMissingCard)
def missing_card_given(event: commands.GiveMissingCard, voice: Voice) -> str:
    return voice.say("{player} was dealt a card too few and gets {card}.", event, card=card_text(event.card))


@sentence_of(commands.TakeBackCard)
def card_taken_back(event: commands.TakeBackCard, voice: Voice) -> str:
    return voice.say(
        "{player} was dealt a card too many; {card} of theirs goes under the stock.", event, card=card_text(event.card)
    )


@sentence_of(commands.MoveDealtCards)
def dealt_cards_moved(event: commands.MoveDealtCards, voice: Voice) -> str:
    if event.fault == "skipped":
        return voice.say("{player} was skipped; moved to where they belong, the cards are {cards}.", event)
    return voice.say(
        "{player} was dealt an open card too many; moved to where they belong, the cards are {cards}.", event
    )


@sentence_of(commands.SettleExposedCard)
def exposed_card_settled(event: commands.SettleExposedCard, voice: Voice) -> str:
    card = card_text(event.card)
    if event.keeps:
        return voice.say("A closed card of {player} was dealt open: they keep {card}.", event, card=card)
    return voice.say(
        "A closed card of {player} was dealt open: {card} goes under the stock, and they take {instead}.",
        event,
        card=card,
        instead=say("the next card") if event.instead == UNKNOWN else cards_text([event.instead]),
    )


@sentence_of(commands.MoveBoardCard)
def board_card_moved(event: commands.MoveBoardCard, voice: Voice) -> str:
    return say(
        "A shared card lay at the wrong place and is moved {way}.",
        way=voice.at or voice.say("from {place} to {target}", event, place=event.source),
    )


@sentence_of(commands.PutRight, in_betting=True)
def call_put_right(event: commands.PutRight, voice: Voice) -> str:
    lies = event.chips or 0
    if event.put_in < lies:
        return voice.say(
            "{player} calls {chips}, and had put in only {put_in} at first.",
            event,
            chips=owed(lies, event.shadow),
        )
    return voice.say(
        "{player} calls with {chips}, too many; they stay in the pot and raise nothing.",
        event,
        chips=counted(event.put_in, "chip"),
    )


@sentence_of(commands.BuyForgottenCard, in_betting=True)
def forgotten_card_bought(event: commands.BuyForgottenCard, voice: Voice) -> str:
    price = owed(event.price or 0, event.shadow)
    if event.offered:
        why = voice.say("The offer of a card to {player} was not answered in time", event)
    else:
        why = voice.say("Nobody had offered {player} a card", event)
    if not event.original:
        if event.price:
            return say("{why}: they take the next card for {price}.", why=why, price=price)
        return say("{why}: they take the next card.", why=why)
    again = voice.say("; dealt again: {cards}", event) if {*event.cards} - {UNKNOWN} else ""
    if event.price:
        return say(
            "{why}: they take the card that would have been theirs for {price}{again}.",
            why=why,
            price=price,
            again=again,
        )
    return say("{why}: they take the card that would have been theirs{again}.", why=why, again=again)
