"""One short sentence for each act with cards; the sentence of a choice does not reveal them."""

from engine import commands, events
from engine.game.steps import CALLS
from engine.registry import always, sentence_of
from engine.speech import say, say_number
from engine.state import UNKNOWN
from engine.wording import Voice, cards_text


@sentence_of(commands.Deal)
def cards_dealt(event: commands.Deal, voice: Voice) -> str:
    cards = cards_text(event.cards)
    if event.first:
        first = voice.name(event.first)
        if event.cards:
            return say("Cards are dealt, {player} first: {cards}.", player=first, cards=cards)
        return say("Cards are dealt, {player} first.", player=first)
    return say("Cards are dealt: {cards}.", cards=cards) if event.cards else say("Cards are dealt.")


@sentence_of(commands.Lay)
def board_laid(event: commands.Lay, voice: Voice) -> str:
    if not event.cards:
        return say("Shared cards are laid ({place}).", place=voice.at) if voice.at else say("Shared cards are laid.")
    cards = cards_text(event.cards)
    if voice.at:
        return say("On the table: {cards} ({place}).", cards=cards, place=voice.at)
    return say_number("On the table lies {cards}.", "On the table lie {cards}.", len(event.cards), cards=cards)


@sentence_of(commands.Turn)
def board_turned(event: commands.Turn, voice: Voice) -> str:
    if event.card == "??":
        return (
            say("A shared card is turned ({place}).", place=voice.at) if voice.at else say("A shared card is turned.")
        )
    card = cards_text([event.card])
    return (
        say("{card} is turned ({place}).", card=card, place=voice.at)
        if voice.at
        else say("{card} is turned.", card=card)
    )


@sentence_of(commands.Burn, quiet=always)
def card_burned(event: commands.Burn, voice: Voice) -> str:
    return say("The top card is put aside.")


@sentence_of(commands.CallSpit)
def spit_called(event: commands.CallSpit, voice: Voice) -> str:
    name, word = voice.name(event.player), voice.at
    if not word:
        first, second = CALLS
        if event.card == "??":
            return say(
                "{player} says “{first}” or “{second}”, and a shared card is laid.",
                player=name,
                first=first,
                second=second,
            )
        card = cards_text([event.card])
        return say(
            "{player} says “{first}” or “{second}”: {card} is laid.", player=name, first=first, second=second, card=card
        )
    if event.card == "??":
        return say("{player} says “{word}”, and a shared card is laid.", player=name, word=word)
    return say("{player} says “{word}”: {card} is laid.", player=name, word=word, card=cards_text([event.card]))


@sentence_of(commands.Exchange, in_betting=True)
def cards_exchanged(event: commands.Exchange, voice: Voice) -> str:
    name = voice.name(event.player)
    if not event.number:
        return say("{player} exchanges nothing.", player=name)
    faces = [say("{cards} thrown", cards=cards_text(event.thrown))] if event.thrown else []
    faces += [say("{cards} drawn", cards=cards_text(event.drawn))] if event.drawn else []
    if not faces:
        return say_number(
            "{player} exchanges {number} card.", "{player} exchanges {number} cards.", event.number, player=name
        )
    return say_number(
        "{player} exchanges {number} card ({faces}).",
        "{player} exchanges {number} cards ({faces}).",
        event.number,
        player=name,
        faces=", ".join(faces),
    )


@sentence_of(commands.PassCards)
def cards_put_aside(event: commands.PassCards, voice: Voice) -> str:
    return say("{player} has chosen the cards to pass.", player=voice.name(event.player))


@sentence_of(events.CardsPassed)
def cards_passed(event: events.CardsPassed, voice: Voice) -> str:
    return say("All pass their cards on.")


@sentence_of(commands.ExposeCard)
def card_exposed(event: commands.ExposeCard, voice: Voice) -> str:
    return say("{player} has chosen a card to open.", player=voice.name(event.player))


@sentence_of(events.CardsExposed)
def cards_exposed(event: events.CardsExposed, voice: Voice) -> str:
    if set(event.cards) <= {UNKNOWN}:
        return say("Everyone opens the chosen card.")
    return say("Everyone opens the chosen card: {cards}.", cards=cards_text(event.cards))


@sentence_of(commands.NameCards)
def cards_named(event: commands.NameCards, voice: Voice) -> str:
    cards = cards_text(event.cards)
    if event.player:
        return say("{player}'s cards are named: {cards}.", player=voice.name(event.player), cards=cards)
    return say("The shared cards are named: {cards}.", cards=cards)
