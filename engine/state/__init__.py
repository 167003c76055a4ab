"""The state of a night in parts: the table, the ledger, the hand being played, the closing.

Only `evolve` (in `engine.folding`) changes these objects; everybody else reads them, or takes a `copy()` to try things.
"""

from engine.state.cards import UNKNOWN, Cards, Effects, Held, Kept
from engine.state.hand import (
    Asked,
    Before,
    Contract,
    Hand,
    LostSight,
    Piles,
    Round,
    Rounds,
    Showdown,
    Stage,
    Stakes,
    Trick,
    TrickPlay,
)
from engine.state.night import (
    BOTTOMLESS,
    UNSAID,
    Checkpoint,
    Closing,
    Dispute,
    DisputeState,
    Night,
    Person,
    Phase,
    Place,
    Positions,
    Request,
    RequestState,
    by_seat,
    everybody_by_seat,
    place_of,
)
from engine.state.part import Part, begun
