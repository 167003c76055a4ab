"""The sentences of cards opened by choice; the sentence of a choice does not reveal the card."""

from engine import commands, events
from engine.registry import sentence_of
from engine.speech import say
from engine.wording import Voice, cards_text


@sentence_of(commands.ExposeCard)
def card_exposed(event: commands.ExposeCard, voice: Voice) -> str:
    return say("{player} has chosen a card to open.", player=voice.name(event.player))


@sentence_of(events.CardsExposed)
def cards_exposed(event: events.CardsExposed, voice: Voice) -> str:
    return say("Everyone opens the chosen card: {cards}.", cards=cards_text(event.cards))
