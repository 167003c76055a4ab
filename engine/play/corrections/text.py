"""One short sentence for each mistake at the table and its remedy."""

from engine import commands
from engine.grammar import counted
from engine.registry import told
from engine.wording import Voice, cards_told


@told(commands.GiveMissingCard)
def missing_card_given(event: commands.GiveMissingCard, voice: Voice) -> str:
    return f"{voice.name(event.player)} was dealt a card too few and gets {_one(event.card)}."


@told(commands.TakeBackCard)
def card_taken_back(event: commands.TakeBackCard, voice: Voice) -> str:
    return f"{voice.name(event.player)} was dealt a card too many; {_one(event.card)} of theirs goes under the stock."


@told(commands.MoveDealtCards)
def dealt_cards_moved(event: commands.MoveDealtCards, voice: Voice) -> str:
    name = voice.name(event.player)
    what = f"{name} was skipped" if event.fault == "skipped" else f"{name} was dealt an open card too many"
    return f"{what}; moved to where they belong, the cards are {cards_told(event.cards)}."


@told(commands.SettleExposedCard)
def exposed_card_settled(event: commands.SettleExposedCard, voice: Voice) -> str:
    name, card = voice.name(event.player), _one(event.card)
    if event.keeps:
        return f"A closed card of {name} was dealt open: they keep {card}."
    return f"A closed card of {name} was dealt open: {card} goes under the stock, and they take {_one(event.instead)}."


@told(commands.MoveBoardCard)
def board_card_moved(event: commands.MoveBoardCard, voice: Voice) -> str:
    return f"A shared card lay at {event.source} by mistake and is moved to {event.target}."


@told(commands.PutRight)
def call_put_right(event: commands.PutRight, voice: Voice) -> str:
    name, lies = voice.name(event.player), event.chips or 0
    shadow = f", {event.shadow} of it by shadow" if event.shadow else ""
    if event.put_in < lies:
        return f"{name} calls with {event.put_in}, too few, and puts in the rest: {lies}{shadow}."
    return f"{name} calls with {counted(event.put_in, 'chip')}, too many; they stay in the pot and raise nothing."


@told(commands.BuyForgottenCard)
def forgotten_card_bought(event: commands.BuyForgottenCard, voice: Voice) -> str:
    which = "the card that would have been theirs" if event.original else "the next card"
    shadow = f", {event.shadow} of it by shadow" if event.shadow else ""
    price = f" for {event.price}{shadow}" if event.price else ""
    anew = f"; dealt again: {cards_told(event.cards)}" if event.original else ""
    name = voice.name(event.player)
    why = (
        f"The offer of a card to {name} was not answered in time"
        if event.offered
        else f"Nobody had offered {name} a card"
    )
    return f"{why}: they take {which}{price}{anew}."


def _one(card: str) -> str:
    return "a card" if card == "??" else cards_told([card])
