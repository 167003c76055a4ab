"""The acts with piles: arranged, turned together card by card, or turned until a hand is beaten."""

from engine.acts import Cards, CardText, Command, Consequence
from engine.cards.worth import Worth
from engine.ids import PlayerId
from engine.registry import asked_to, consequence, listed_as, own_act, stored_as
from engine.speech import to_say


@own_act("player", at_once=True)
@asked_to(to_say("to arrange the pile"))
@listed_as("arrange")
@stored_as("cards_arranged")
class ArrangeCards(Command, frozen=True, kw_only=True, tag="arrange_cards"):
    """A player arranges their closed cards in a pile, the first card turned first. Left out: the order is not known."""

    player: PlayerId
    cards: Cards = ()


@listed_as("reveal")
@stored_as("cards_revealed")
class RevealCards(Command, frozen=True, kw_only=True, tag="reveal_cards"):
    """Everyone still in turns their top card; `cards` are in order from the dealer's left. Left out: not known."""

    cards: Cards = ()


@own_act("player")
@listed_as("turn own")
@stored_as("own_card_turned")
class TurnOwn(Command, frozen=True, kw_only=True, tag="turn_own"):
    """A player turns the top card of their pile. `beats`: what they say of the hand to beat, if cards are not known."""

    player: PlayerId
    card: CardText = "??"
    beats: bool | None = None


@consequence
class HandBeaten(Consequence, frozen=True, kw_only=True, tag="hand_beaten"):
    """The player in turn has beaten the hand to beat: now theirs is the one to beat, and they open the betting.

    `hand` and `beaten` are what the two hands are worth; left out if cards are not known, or nothing had to be beaten.
    """

    player: PlayerId
    hand: Worth | None = None
    beaten: Worth | None = None
    rule: str = "all/turn-until-beaten"


@consequence
class CouldNotBeat(Consequence, frozen=True, kw_only=True, tag="could_not_beat"):
    """A player has turned their whole pile without beating the hand to beat, and is out (RULINGS R-M10)."""

    player: PlayerId
    hand: Worth | None = None
    to_beat: Worth | None = None
    rule: str = "all/turn-until-beaten"
