"""One short sentence for each act with cards; the sentence of a choice does not reveal them."""

from engine import commands, events
from engine.game.steps import CALLS
from engine.registry import always, sentence_of
from engine.speech import say, say_number
from engine.state import UNKNOWN
from engine.wording import Voice, cards_text, tells

tells(commands.Burn, "The top card is put aside.", quiet=always)
tells(commands.PassCards, "{player} has chosen the cards to pass.")
tells(events.CardsPassed, "All pass their cards on.")
tells(commands.ExposeCard, "{player} has chosen a card to open.")


@sentence_of(commands.Deal)
def cards_dealt(event: commands.Deal, voice: Voice) -> str:
    if event.first:
        first = voice.name(event.first)
        if event.cards:
            return voice.say("Cards are dealt, {player} first: {cards}.", event, player=first)
        return say("Cards are dealt, {player} first.", player=first)
    return voice.say("Cards are dealt: {cards}.", event) if event.cards else say("Cards are dealt.")


@sentence_of(commands.Lay)
def board_laid(event: commands.Lay, voice: Voice) -> str:
    if not event.cards:
        return say("Shared cards are laid ({place}).", place=voice.at) if voice.at else say("Shared cards are laid.")
    cards = cards_text(event.cards)
    if voice.at:
        return voice.say("On the table: {cards} ({place}).", event, place=voice.at)
    return say_number("On the table lies {cards}.", "On the table lie {cards}.", len(event.cards), cards=cards)


@sentence_of(commands.Turn)
def board_turned(event: commands.Turn, voice: Voice) -> str:
    if event.card == "??":
        return (
            say("A shared card is turned ({place}).", place=voice.at) if voice.at else say("A shared card is turned.")
        )
    return (
        voice.say("{card} is turned ({place}).", event, place=voice.at)
        if voice.at
        else voice.say("{card} is turned.", event)
    )


@sentence_of(commands.CallSpit)
def spit_called(event: commands.CallSpit, voice: Voice) -> str:
    word = voice.at
    if not word:
        first, second = CALLS
        if event.card == "??":
            return voice.say(
                "{player} says “{first}” or “{second}”, and a shared card is laid.", event, first=first, second=second
            )
        return voice.say("{player} says “{first}” or “{second}”: {card} is laid.", event, first=first, second=second)
    if event.card == "??":
        return voice.say("{player} says “{word}”, and a shared card is laid.", event, word=word)
    return voice.say("{player} says “{word}”: {card} is laid.", event, word=word)


@sentence_of(commands.Exchange, in_betting=True)
def cards_exchanged(event: commands.Exchange, voice: Voice) -> str:
    name = voice.name(event.player)
    if not event.number:
        return voice.say("{player} exchanges nothing.", event)
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


@sentence_of(events.CardsExposed)
def cards_exposed(event: events.CardsExposed, voice: Voice) -> str:
    if set(event.cards) <= {UNKNOWN}:
        return say("Everyone opens the chosen card.")
    return voice.say("Everyone opens the chosen card: {cards}.", event)


@sentence_of(commands.NameCards)
def cards_named(event: commands.NameCards, voice: Voice) -> str:
    if event.player:
        return voice.say("{player}'s cards are named: {cards}.", event)
    return voice.say("The shared cards are named: {cards}.", event)
