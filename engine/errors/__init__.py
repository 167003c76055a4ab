"""Every refusal, by the room whose rule it names; used qualified, as `errors.BetOverLimit(...)`."""

from engine.errors.bank import *
from engine.errors.base import *
from engine.errors.betting import *
from engine.errors.correcting import *
from engine.errors.disputes import *
from engine.errors.hand import *
from engine.errors.judge import *
from engine.errors.night import *
from engine.errors.requests import *
from engine.errors.special import *
from engine.errors.tricks import *
from engine.errors.words import *
