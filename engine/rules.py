"""The questions every rule asks first: is the night open, are they here, is this waived."""

from typing import Any

from engine import errors
from engine.commands.base import Command
from engine.game.betting import Limit, flaw_of_limit
from engine.ids import PlayerId
from engine.state import Hand, Night, Person

# What a box without a declared inventory can hand out: more chips than any act may name.
ENDLESS = 10**12


# The beginning of every code that the interface asks and not the engine, which knows neither clock nor fingers: a waiver
# of one stands in the book like any other, and whether it was needed is known to the service alone (`service.guards`).
ASKED_BACK = "looks_like_"


def insist(command: Command, refusal: errors.AgainstTheRules) -> None:
    """Refuses, unless the banker has waived exactly this rule for this act."""
    if command.waived and any(waiver.rule == refusal.code for waiver in command.waived):
        return
    raise refusal


def sound_limit(limit: Limit | None) -> None:
    """Refuses a limit on bets whose numbers contradict each other."""
    if limit is not None and (flaw := flaw_of_limit(limit)):
        raise errors.LimitCannotBe(because=flaw)


def in_play(night: Night) -> None:
    """Refuses when the night is not open for play."""
    if night.phase == "new":
        raise errors.NightIsNotOpen()
    if night.phase != "open":
        raise errors.NightIsClosed()


def money_of(night: Night) -> dict[str, Any]:
    """What a refusal needs to speak of money: the night's currency, and how many decimals it has."""
    currency = night.terms.currency
    return {"currency": currency.code, "exponent": currency.exponent}


def present(night: Night, player: PlayerId) -> Person:
    """The player of that id, who must have sat down tonight."""
    person = night.people.get(player)
    if person is None:
        raise errors.PlayerIsNotSeated(player=player, seated=list(night.people))
    return person


def left_in_the_box(night: Night) -> int:
    """Chips the bank can still hand out, besides those it must sell to players who owe the pot.

    A banker who plays from the box has laid there what they have won, and taken from it what they have lost.
    """
    if not night.inventory:
        return ENDLESS
    balance = night.balance
    from_box = balance.get("chips:" + night.banker, 0) if night.rules.banker_stack == "box" else 0
    return balance.get("box", 0) + from_box - balance.get("due", 0)


def playing(night: Night) -> Hand:
    """The hand that is being played."""
    hand = night.hand
    if hand is None or night.phase != "open":
        in_play(night)
        raise errors.NoHandIsPlayed()
    return hand


def dealt_in(hand: Hand, player: PlayerId) -> None:
    """Refuses for a player who is not in this hand, or not any more."""
    if player in hand.still_in:
        return
    if player in hand.order:
        raise errors.PlayerHasFolded(player=player)
    raise errors.PlayerIsNotInTheHand(player=player, players=list(hand.order))
