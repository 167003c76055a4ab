"""The sentences of declared sides; the sentence of a sealed one does not reveal it."""

from engine import commands, events
from engine.registry import told
from engine.wording import Voice


@told(commands.DeclareSide)
def side_sealed(event: commands.DeclareSide, voice: Voice) -> str:
    return f"{voice.name(event.player)} has declared a side."


@told(events.SidesDeclared)
def sides_declared(event: events.SidesDeclared, voice: Voice) -> str:
    sides = (("low", event.low), ("both", event.both), ("high", event.high))
    told = "; ".join(f"{voice.people(players)} for {side}" for side, players in sides if players)
    return f"All sides are open: {told}." if told else "All sides are open."
