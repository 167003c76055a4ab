"""Who won and who lost, best first; before the close, as if the night ended now."""

from collections.abc import Sequence

import msgspec

from engine.events import Recorded
from engine.folding import fold
from engine.ids import PlayerId
from engine.ledger.accounts import dues, nets
from engine.state import Night


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One player's result. Equal results share a place.

    `due` is what they have still to receive (negative: to pay), after money that has changed hands and before any
    transfer of the plan.
    """

    place: int
    player: PlayerId
    result: int
    due: int
    stack: int


def standings(records: Sequence[Recorded], night: Night | None = None) -> tuple[Standing, ...]:
    """Everyone who sat down and the banker, best result first; equal results in the order of sitting down.

    `night` is the fold of the records, if it is at hand.
    """
    night = night or fold(records)
    if night.opened is None:
        return ()
    results, due = nets(night), dues(night)
    ordered = sorted(results, key=lambda player: -results[player])
    return tuple(
        Standing(
            place=1 + sum(other > results[player] for other in results.values()),
            player=player,
            result=results[player],
            due=due[player],
            stack=night.balance.get("chips:" + player, 0),
        )
        for player in ordered
    )
