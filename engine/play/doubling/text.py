"""The sentence of a bet that doubles the stakes."""

from engine import commands
from engine.play.betting.text import owing
from engine.registry import told_if_said
from engine.wording import Voice


@told_if_said(commands.DoubleStakes)
def stakes_doubled(event: commands.Bet, voice: Voice) -> str:
    early = " out of turn" if event.ahead else ""
    return f"{voice.name(event.player)} doubles the stakes{early} with {event.chips or 0}{owing(event.shadow)}."
