"""The levy: chips a game takes out of a won pot before it is shared. The room of its word says what becomes of it.

A hand pays its levy once, from the pots that are won: the main pot first, and at most what they hold. A carried pot
pays in the hand in which it is won, a share dealt off when the new cards have decided.
"""

from engine import events
from engine.game.definition import Levy
from engine.play.showdown.pots import Pot
from engine.registry import LEVIED
from engine.resolved import resolved
from engine.state import Hand


def levy_of(hand: Hand) -> Levy | None:
    """The levy of the game that is played or, if it has none, of the game announced before; None without one."""
    return hand.game.levy or resolved(hand.announced.declaration).levy


def levy_due(hand: Hand) -> int:
    """The chips the pots of the hand have still to pay; they pay less if they hold fewer."""
    if hand.showdown.deal_offs:
        return sum(start.levy for start in hand.showdown.deal_offs)
    levy = levy_of(hand)
    return levy.chips if levy is not None else 0


def divide(pot: Pot, due: int) -> tuple[Pot, int]:
    """The pot less the levy, and the chips of the levy it pays."""
    paid = min(pot.chips, due)
    return (Pot(pot.chips - paid, pot.eligible), paid) if paid else (pot, 0)


def levied(hand: Hand, chips: int) -> tuple[events.Consequence, ...]:
    """The event of the levy paid from this hand's pots; empty if no chip is paid."""
    if not chips:
        return ()
    event: events.Consequence = LEVIED[type(levy_of(hand))](chips=chips)
    return (event,)
