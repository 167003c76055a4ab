"""The sentences of cards opened by choice; the sentence of a choice does not reveal the card."""

from engine import commands, events
from engine.registry import told
from engine.speech import say
from engine.wording import Voice, cards_told


@told(commands.ExposeCard)
def card_exposed(event: commands.ExposeCard, voice: Voice) -> str:
    return say("{player} has chosen a card to open.", player=voice.name(event.player))


@told(events.CardsExposed)
def cards_exposed(event: events.CardsExposed, voice: Voice) -> str:
    return say("Everyone opens the chosen card: {cards}.", cards=cards_told(event.cards))
