"""The choice of a card to open, for everybody who has not made it."""

from engine import commands
from engine.game import steps
from engine.offer import of_each
from engine.registry import offered_at

offered_at(steps.Expose)(of_each(commands.ExposeCard))
