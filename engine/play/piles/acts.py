"""Piles: arranged, turned card by card together, or turned until a hand is beaten."""

from engine.acts import Cards, CardText, Command, Consequence
from engine.ids import PlayerId
from engine.registry import drawn, stored_as


@stored_as("cards_arranged")
class ArrangeCards(Command, frozen=True, kw_only=True, tag="arrange_cards"):
    """A player lays their closed cards in a pile, the first to be turned first; not said: the order is not known."""

    player: PlayerId
    cards: Cards = ()


@stored_as("cards_revealed")
class RevealCards(Command, frozen=True, kw_only=True, tag="reveal_cards"):
    """Everyone still in turns the top card of their pile, in order from the dealer's left; not said: not known."""

    cards: Cards = ()


@stored_as("own_card_turned")
class TurnOwn(Command, frozen=True, kw_only=True, tag="turn_own"):
    """A player turns the top card of their pile. `beats`: what they say of the hand to beat, where cards are not known."""

    player: PlayerId
    card: CardText = "??"
    beats: bool | None = None


@drawn
class HandBeaten(Consequence, frozen=True, kw_only=True, tag="hand_beaten"):
    """The player at turn has beaten the hand to beat: their own is the one to beat now, and they open the betting.

    `hand` and `beaten` are the names of the two, empty where cards are not known or there was nothing to beat.
    """

    player: PlayerId
    hand: str = ""
    beaten: str = ""
    rule: str = "all/turn-until-beaten"


@drawn
class CouldNotBeat(Consequence, frozen=True, kw_only=True, tag="could_not_beat"):
    """A player has turned their whole pile without beating the hand to beat, and is out (RULINGS R-M10)."""

    player: PlayerId
    hand: str = ""
    to_beat: str = ""
    rule: str = "all/turn-until-beaten"
