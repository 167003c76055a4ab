"""Betting with a shadow: a player short of chips draws a marker out of the pot and owes it (RULINGS E4, R-E9 to R-E11).

`pot worth = chips in the pot + markers + debts`. A winner strikes out their own debt; a loser buys chips and pays.
"""

from collections.abc import Mapping

from engine import commands, errors, events
from engine.ids import PlayerId
from engine.ledger.postings import left_in_the_box
from engine.state import BOTTOMLESS, Hand, Night


def divide_payment(night: Night, hand: Hand, player: PlayerId, chips: int) -> tuple[int, int]:
    """The chips that go in, and how many of those are owed; refuses what the player cannot pay.

    A player's own chips go first. Refuses a debt greater than the chips the box can sell after the hand.
    """
    stack = night.stack(player)
    if chips <= stack:
        return chips, 0
    if hand.game.short != "shadow":
        raise errors.BetExceedsStack(player=player, chips=chips, stack=stack)
    debt = chips - stack
    left = _may_owe(night, player)
    if debt > left:
        raise errors.BoxCannotCoverShadow(player=player, debt=debt, left=left)
    return chips, debt


def divide_fee(night: Night, hand: Hand, player: PlayerId, chips: int) -> tuple[int, int]:
    """The chips of a fee that go in, and how many of those are owed; a fee is never refused (RULINGS R-D13).

    A player short of chips owes by shadow what the box can sell them; without shadows they pay what they have.
    """
    stack = max(0, night.stack(player))
    if chips <= stack or hand.game.short != "shadow":
        return min(chips, stack), 0
    debt = min(chips - stack, _may_owe(night, player))
    return stack + debt, debt


def goes_all_in(hand: Hand, player: PlayerId) -> bool:
    """Whether a player who has just put in their last chip now stays in without paying."""
    return player not in hand.stakes.all_in and hand.game.goes_all_in


def most_to_put_in(night: Night, hand: Hand, player: PlayerId) -> int:
    """The most chips the player can put in at once: their own, plus what they may owe by shadow."""
    stack = night.stack(player)
    return stack + min(_may_owe(night, player), BOTTOMLESS) if hand.game.short == "shadow" else stack


def _may_owe(night: Night, player: PlayerId) -> int:
    """The chips the box can sell the player after the hand; 0 for a banker who plays from the box."""
    from_box = night.rules.banker_stack == "box" and player == night.banker
    return 0 if from_box else left_in_the_box(night)


def pulled(night: Night, player: PlayerId, debt: int) -> events.ShadowPulled:
    """The shadow for the payment just made: its marker is the debt, or the chips in the pot if less (R-E9)."""
    return events.ShadowPulled(player=player, debt=debt, marker=min(debt, night.balance.get("pot", 0)))


def debts(night: Night, hand: Hand) -> dict[PlayerId, int]:
    """The chips each player of the hand owes the pot; players who owe nothing are left out."""
    if not night.balance.get("due", 0):
        return {}
    owed = {player: -night.balance.get("owed:" + player, 0) for player in hand.order}
    return {player: chips for player, chips in owed.items() if chips}


def markers_back(night: Night, hand: Hand) -> tuple[events.Event, ...]:
    """The return of every marker to the pot, due before the pot is paid out or carried."""
    if not night.balance.get("due", 0):
        return ()
    lying = {player: night.balance.get("shadow:" + player, 0) for player in hand.order}
    return tuple(events.MarkerReturned(player=player, chips=chips) for player, chips in lying.items() if chips)


def pay_debts(night: Night, hand: Hand, won: Mapping[PlayerId, int]) -> tuple[events.Event, ...]:
    """The payments of players who owe more than they win: from their chips, with a loan for what they lack."""
    consequences: list[events.Event] = []
    for player, debt in debts(night, hand).items():
        rest = debt - min(debt, won.get(player, 0))
        lacking = max(0, rest - night.stack(player))
        if lacking:
            consequences.append(commands.GiveLoan(player=player, chips=lacking, cents=lacking * night.unit))
        if rest:
            consequences.append(events.DebtPaid(player=player, chips=rest))
    return tuple(consequences)
