"""The dealer's acts (deal, lay, turn, burn), and the call for a shared card."""

from engine.acts import Cards, CardText, Command, FilledIn
from engine.ids import PlayerId
from engine.registry import listed_as, stored_as


@stored_as("cards_dealt")
class Deal(Command, frozen=True, kw_only=True, tag="deal"):
    """The dealer deals the step at the cursor. `cards`: all of them in dealing order, or only the open ones.

    `first`: the player who gets the first card of a deal-off, which the dealer decides (RULINGS R-M5). Left out, it is
    the first of the tied players after the dealer. `common`, always filled in: the pack has too few cards for everyone,
    so one open card is dealt for all (RULINGS R-S11).
    """

    cards: Cards = ()
    first: PlayerId | None = None
    common: FilledIn[bool] = False


@stored_as("board_laid")
class Lay(Command, frozen=True, kw_only=True, tag="lay"):
    """The dealer lays the next shared cards; without `cards` they are not known."""

    cards: Cards = ()


@stored_as("board_turned")
class Turn(Command, frozen=True, kw_only=True, tag="turn"):
    """The dealer turns the next closed shared card."""

    card: CardText = "??"


@stored_as("card_burned")
class Burn(Command, frozen=True, kw_only=True, tag="burn"):
    """The dealer puts the top card aside."""


@listed_as("spit")
@stored_as("spit_called")
class CallSpit(Command, frozen=True, kw_only=True, tag="call_spit"):
    """A player calls "Spit!" (or "Shit!") during the deal, and the dealer lays the next shared card open."""

    player: PlayerId
    card: CardText = "??"
