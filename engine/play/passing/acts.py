"""Cards put aside for the neighbours, and passed when everybody has chosen."""

from engine.acts import Cards, Command, Consequence
from engine.ids import PlayerId
from engine.registry import consequence, listed_as, stored_as


@listed_as("pass")
@stored_as("cards_put_aside")
class PassCards(Command, frozen=True, kw_only=True, tag="pass_cards"):
    """A player puts aside cards for their neighbours; nobody sees them before everybody has chosen (RULINGS R-D16).

    Cards left out are not known.
    """

    player: PlayerId
    right: Cards = ()
    left: Cards = ()


@consequence
class CardsPassed(Consequence, frozen=True, kw_only=True, tag="cards_passed"):
    """Everybody has chosen, and all the cards change hands at once."""
