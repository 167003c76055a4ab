"""Every refusal, by the room whose rule it names; used qualified, as `errors.BetOverLimit(...)`."""

from engine.errors.base import *
from engine.errors.club import *
from engine.errors.judge import *
from engine.errors.night import *
from engine.errors.play import *
