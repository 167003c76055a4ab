"""The sentences of passing; the sentence of a choice does not reveal the cards."""

from engine import commands, events
from engine.registry import sentence_of
from engine.speech import say
from engine.wording import Voice


@sentence_of(commands.PassCards)
def cards_put_aside(event: commands.PassCards, voice: Voice) -> str:
    return say("{player} has chosen the cards to pass.", player=voice.name(event.player))


@sentence_of(events.CardsPassed)
def cards_passed(event: events.CardsPassed, voice: Voice) -> str:
    return say("All pass their cards on.")
