"""The sentence of cards that were unknown and are named."""

from engine import commands
from engine.registry import sentence_of
from engine.speech import say
from engine.wording import Voice, cards_text


@sentence_of(commands.NameCards)
def cards_named(event: commands.NameCards, voice: Voice) -> str:
    cards = cards_text(event.cards)
    if event.player:
        return say("{player}'s cards are named: {cards}.", player=voice.name(event.player), cards=cards)
    return say("The shared cards are named: {cards}.", cards=cards)
