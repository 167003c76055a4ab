"""The scores of Tarok as pure numbers: game, melds, pagat, ultimo (RULINGS C4, R-T2 to R-T14)."""

from typing import Literal, NamedTuple

from engine.game.awards import TarokScore
from engine.money import Chips

What = Literal["game", "consolation", "meld", "pagat", "ultimo", "contra-ultimo", "passed out"]
# Ultimo stakes twice the value of the contract, contra-ultimo doubles that.
ULTIMO = 2
CONTRA = 4


class Scored(NamedTuple):
    """A score of `value` chips, paid by each opponent to the bidder or by the bidder to each opponent."""

    what: What
    bidder_wins: bool
    value: Chips


def game_score(score: TarokScore, contract: str, goal: str, factor: int, points: int, all_points: int) -> Scored:
    """The game or consolation: the contract's value plus twice the points over half, times the widow's factor.

    A game is won with `target` points or more and lost with fewer; a consolation the other way round. The payment
    counts the winning side's points over half of all (RULINGS R-T2 to R-T5).
    """
    half = score.target - 1
    over = points - half if points >= score.target else all_points - points - half
    if goal == "consolation":
        over = abs(points - half)
    base = score.value(contract)
    value = (base + 2 * over) * factor if score.multiplier == "game" else base * factor + 2 * over
    return Scored(
        "consolation" if goal == "consolation" else "game",
        (points >= score.target) != (goal == "consolation"),
        value,
    )


def ultimo_score(score: TarokScore, contract: str, *, contra: bool, with_pagat: bool, captured: bool) -> Scored:
    """Ultimo: twice the contract, won by taking the last trick with the pagat (RULINGS R-T12).

    Contra-ultimo stakes four times the contract instead. The opponents win it if one of them captures the pagat in any
    trick; otherwise the bidder does (RULINGS R-T14).
    """
    base = score.value(contract)
    if contra:
        return Scored("contra-ultimo", not captured, CONTRA * base)
    return Scored("ultimo", with_pagat, ULTIMO * base)
