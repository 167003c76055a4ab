"""What a game takes out of a pot that is won, before it is shared. The room of the word says what becomes of it.

A hand pays its levy once, out of the pots that are won: the main pot first, and at most what they hold. What is carried
on pays in the hand in which it is won, what is dealt off when the new cards have decided.
"""

from engine import events
from engine.game.definition import Levy
from engine.play.showdown.pots import Pot
from engine.registry import LEVIED
from engine.resolved import resolved
from engine.state import Hand


def levy_of(hand: Hand) -> Levy | None:
    """The levy of the game that is played, else that of the game in which the dealer has named it; None without one."""
    return hand.game.levy or resolved(hand.announced.declaration).levy


def levy_due(hand: Hand) -> int:
    """The chips that the pots of the hand have still to pay, as far as they hold so many."""
    if hand.showdown.deal_offs:
        return sum(start.levy for start in hand.showdown.deal_offs)
    levy = levy_of(hand)
    return levy.chips if levy is not None else 0


def divide(pot: Pot, due: int) -> tuple[Pot, int]:
    """What is left of a pot to be shared, and the chips it pays of the levy."""
    paid = min(pot.chips, due)
    return (Pot(pot.chips - paid, pot.eligible), paid) if paid else (pot, 0)


def levied(hand: Hand, chips: int) -> tuple[events.Consequence, ...]:
    """The payment of so many chips by the pots of the hand; nothing where nothing is paid."""
    if not chips:
        return ()
    event: events.Consequence = LEVIED[type(levy_of(hand))](chips=chips)
    return (event,)
