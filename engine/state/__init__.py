"""The state of a night in parts: the table, the ledger, the hand being played, the closing.

Only `evolve` (in `engine.folding`) changes these objects; everybody else reads them, or takes a `copy()` to try things.
"""

from engine.state.asked import Asked, Piles
from engine.state.betting import Round, Rounds, Stakes
from engine.state.cards import UNKNOWN, Cards, Effects
from engine.state.hand import Before, Hand, Stage
from engine.state.held import Held, Kept
from engine.state.night import (
    BOTTOMLESS,
    Checkpoint,
    Closing,
    Dispute,
    DisputeState,
    Night,
    Person,
    Phase,
    Positions,
    Request,
    RequestState,
)
from engine.state.part import Part, begun
from engine.state.showdown import Showdown
from engine.state.tricks import Contract, LostSight, Trick, TrickPlay

__all__ = [
    "BOTTOMLESS",
    "UNKNOWN",
    "Asked",
    "Before",
    "Cards",
    "Checkpoint",
    "Closing",
    "Contract",
    "Dispute",
    "DisputeState",
    "Effects",
    "Hand",
    "Held",
    "Kept",
    "LostSight",
    "Night",
    "Part",
    "Person",
    "Phase",
    "Piles",
    "Positions",
    "Request",
    "RequestState",
    "Round",
    "Rounds",
    "Showdown",
    "Stage",
    "Stakes",
    "Trick",
    "TrickPlay",
    "begun",
]
