"""Putting cards aside, for everybody who has not done so."""

from engine import commands
from engine.game import steps
from engine.offer import of_each
from engine.registry import offered_at

offered_at(steps.Pass)(of_each(commands.PassCards))
