"""Cards that lie unknown are told."""

from engine.acts import Cards, Command
from engine.ids import PlayerId
from engine.registry import stored_as


@stored_as("cards_named")
class NameCards(Command, frozen=True, kw_only=True, tag="name_cards"):
    """Cards that lie unknown become known: a player's, or without a player the shared ones."""

    player: PlayerId | None = None
    cards: Cards
