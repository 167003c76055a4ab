"""What each player has put into the hand being played: bets, fees and penalties."""

from collections.abc import Mapping, Sequence

from engine import commands
from engine.events import Recorded
from engine.ids import PlayerId
from engine.reports.hand_history import hand_history
from engine.strikes import effective


def put_in_now(records: Sequence[Recorded]) -> Mapping[PlayerId, int]:
    """Chips by player that went into the pot of the last announced hand: bets, antes and anything else."""
    in_force = effective(records)
    announced = [place for place, record in enumerate(in_force) if isinstance(record.event, commands.AnnounceHand)]
    hands = hand_history(in_force[announced[-1] :]) if announced else ()
    return {stake.player: stake.put_in for hand in hands for stake in hand.stakes}
