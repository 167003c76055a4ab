"""The odd-chip rule: where a chip goes when a pot or a share does not divide evenly (RULINGS R-G1).

It goes to the first winner after the dealer in betting order, or, by the house rule `odd_chip = carry_to_next_pot`,
into the next pot. Between high and low it goes to the high side.
"""

from collections.abc import Sequence

from engine.ids import PlayerId
from engine.money import share_out


def halves(chips: int, shares: int) -> tuple[int, ...]:
    """The chips of each of one or two shares (high, low); the odd chip goes to the high side."""
    if shares == 1:
        return (chips,)
    return (chips - chips // 2, chips // 2)


def odd_chips_first(chips: int, winners: Sequence[PlayerId]) -> dict[PlayerId, int]:
    """Equal shares for winners in betting order; odd chips go one at a time to the first of them (RULINGS R-G1)."""
    return dict(zip(winners, share_out(chips, len(winners)), strict=True))


def odd_chips_carried(chips: int, winners: Sequence[PlayerId]) -> tuple[dict[PlayerId, int], int]:
    """Equal shares, and the odd chips for the next pot (RULINGS R-G1, switch `carry_to_next_pot`)."""
    each, odd = divmod(chips, len(winners))
    return dict.fromkeys(winners, each), odd
