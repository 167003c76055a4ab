"""Cards put aside for the neighbours, and passed when all have chosen."""

from engine.acts import Cards, Command, Consequence
from engine.ids import PlayerId
from engine.registry import drawn, stored_as


@stored_as("cards_put_aside")
class PassCards(Command, frozen=True, kw_only=True, tag="pass_cards"):
    """A player puts aside cards for their neighbours; nobody sees them before all have chosen (RULINGS R-D16).

    Left out cards are not known.
    """

    player: PlayerId
    right: Cards = ()
    left: Cards = ()


@drawn
class CardsPassed(Consequence, frozen=True, kw_only=True, tag="cards_passed"):
    """All have chosen, and all cards change hands at once."""
