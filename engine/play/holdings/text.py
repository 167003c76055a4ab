"""The sentence of cards that were unknown and are named."""

from engine import commands
from engine.registry import told
from engine.wording import Voice, cards_told


@told(commands.NameCards)
def cards_named(event: commands.NameCards, voice: Voice) -> str:
    whose = f"{voice.name(event.player)}'s cards" if event.player else "The shared cards"
    return f"{whose} are named: {cards_told(event.cards)}."
