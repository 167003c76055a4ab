"""Cards chosen to be opened, and opened when everybody has chosen."""

from engine.acts import CardText, Command, Consequence
from engine.ids import PlayerId
from engine.registry import consequence, listed_as, stored_as


@listed_as("expose")
@stored_as("card_exposed")
class ExposeCard(Command, frozen=True, kw_only=True, tag="expose_card"):
    """A player chooses the closed card to open; nobody sees it before all have chosen. Left out, it is not known."""

    player: PlayerId
    card: CardText = "??"


@consequence
class CardsExposed(Consequence, frozen=True, kw_only=True, tag="cards_exposed"):
    """All have chosen, and all open their cards: one each, from the dealer's left, `??` if it was not named."""

    cards: tuple[str, ...]
