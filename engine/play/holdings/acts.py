"""Naming cards that were unknown."""

from engine.acts import Cards, Command
from engine.ids import PlayerId
from engine.registry import stored_as


@stored_as("cards_named")
class NameCards(Command, frozen=True, kw_only=True, tag="name_cards"):
    """Unknown cards become known: a player's, or the shared ones if `player` is None."""

    player: PlayerId | None = None
    cards: Cards
