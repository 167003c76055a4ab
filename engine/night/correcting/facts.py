"""A correction changes no state by itself: the acts that it puts in place are events of their own."""

from engine import commands
from engine.registry import copies_nothing, folds

folds(commands.CorrectEvents)(copies_nothing)
