"""The sentences of declared sides; the sentence of a sealed one does not reveal it."""

from engine import commands, events
from engine.registry import sentence_of
from engine.speech import say, to_say
from engine.wording import Voice, tells

FOR_SIDE = {
    "low": to_say("{players} for low"),
    "both": to_say("{players} for both"),
    "high": to_say("{players} for high"),
}


tells(commands.DeclareSide, "{player} has declared a side.")


@sentence_of(events.SidesDeclared)
def sides_declared(event: events.SidesDeclared, voice: Voice) -> str:
    sides = (("low", event.low), ("both", event.both), ("high", event.high))
    text = "; ".join(say(FOR_SIDE[side], players=voice.people(players)) for side, players in sides if players)
    return say("All sides are open: {sides}.", sides=text) if text else say("All sides are open.")
