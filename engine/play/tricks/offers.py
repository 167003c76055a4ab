"""Showing the trump."""

from engine import commands
from engine.game import steps
from engine.offer import of_the_table
from engine.registry import offered_at

offered_at(steps.TurnTrump)(of_the_table(commands.TurnTrump()))
