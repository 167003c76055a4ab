"""Everybody who has not chosen a card yet may do so."""

from engine import commands
from engine.game import steps
from engine.offer import of_each
from engine.registry import offered_at

offered_at(steps.Expose)(of_each(commands.ExposeCard))
