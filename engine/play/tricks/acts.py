"""The acts of tricks: showing the trump, playing cards, taking tricks, drawing from the stock."""

from typing import Annotated

import msgspec

from engine.acts import Cards, CardText, Command, Consequence, FilledIn
from engine.ids import PlayerId
from engine.registry import asked_to, consequence, listed_as, own_act, stored_as
from engine.speech import to_say

Suit = Annotated[str, msgspec.Meta(max_length=20)]
Draws = Annotated[int, msgspec.Meta(ge=0, le=120)]


@listed_as("turntrump")
@stored_as("trump_turned")
class TurnTrump(Command, frozen=True, kw_only=True, tag="turn_trump"):
    """The dealer shows the last card they were dealt, or the top card of the stock; its suit is trumps.

    `trump`, filled in: the suit, or empty if the card is not known.
    """

    card: CardText = "??"
    trump: FilledIn[Suit] = ""


@own_act("player")
@asked_to(to_say("to play a card"))
@listed_as("play")
@stored_as("card_played")
class PlayCard(Command, frozen=True, kw_only=True, tag="play_card"):
    """A player leads or follows with a card, `??` if nobody wrote it down."""

    player: PlayerId
    card: CardText = "??"


@listed_as("take")
@stored_as("trick_taken")
class TakeTrick(Command, frozen=True, kw_only=True, tag="take_trick"):
    """A player takes a trick whose cards are not all known; everyone has played a card to it.

    Filled in: `draws`, how many cards the player then draws from the stock; `last`, nobody holds a card any more.
    """

    player: PlayerId
    draws: FilledIn[Draws] = 0
    last: FilledIn[bool] = False


@listed_as("draw_stock")
@stored_as("stock_drawn")
class DrawFromStock(Command, frozen=True, kw_only=True, tag="draw_from_stock"):
    """The winner of the trick draws the top card of the stock."""

    card: CardText = "??"


@consequence
class TricksBegan(Consequence, frozen=True, kw_only=True, tag="tricks_began"):
    """The first trick begins. `trump`: the suit of trumps, or empty if it is not known."""

    leader: PlayerId
    trump: str = ""


@consequence
class TrickWon(Consequence, frozen=True, kw_only=True, tag="trick_won"):
    """A trick is complete and goes to the highest trump or, without trumps, the highest card of the suit led.

    `draws`: how many cards the winner then draws from the stock. `last`: nobody holds a card any more.
    """

    player: PlayerId
    number: int
    draws: int = 0
    last: bool = False
    rule: str = "tarok/tricks"


@consequence
class RevokeProved(Consequence, frozen=True, kw_only=True, tag="revoke_proved"):
    """Cards played later prove that a player could have followed, or had to trump, in an earlier trick (RULINGS R-L7).

    `card` was played to the suit `led`; of `held`, which the player has played since, at least one was in their hand then.
    """

    player: PlayerId
    trick: int
    card: CardText
    led: Suit
    held: Cards
    rule: str


@consequence
class RanOutOfCards(Consequence, frozen=True, kw_only=True, tag="ran_out_of_cards"):
    """A player has no cards left and is out of the hand."""

    player: PlayerId
    rule: str = "tarok/lift-smoke"
