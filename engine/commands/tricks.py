"""Trick games: the trump shown, cards played, tricks taken, and the words of Tarok."""

from typing import Annotated

import msgspec

from engine.commands.base import Cards, CardText, Command
from engine.ids import PlayerId

Word = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Suit = Annotated[str, msgspec.Meta(max_length=20)]
Draws = Annotated[int, msgspec.Meta(ge=0, le=120)]


class TurnTrump(Command, frozen=True, kw_only=True, tag="turn_trump"):
    """The dealer shows the last card they were dealt, or the top one of the stock; its suit is trumps.

    `trump`, always filled in: the suit, empty where the card is not known.
    """

    card: CardText = "??"
    trump: Suit = ""


class PlayCard(Command, frozen=True, kw_only=True, tag="play_card"):
    """A player leads or follows with a card; `??` where nobody wrote it down."""

    player: PlayerId
    card: CardText = "??"


class TakeTrick(Command, frozen=True, kw_only=True, tag="take_trick"):
    """A player takes the trick, where the cards in it are not all known; everyone has played a card to it.

    Always filled in: `draws`, how many cards they draw from the stock; `last`, nobody holds a card any more.
    """

    player: PlayerId
    draws: Draws = 0
    last: bool = False


class DrawFromStock(Command, frozen=True, kw_only=True, tag="draw_from_stock"):
    """The winner of the trick draws the top card of the stock."""

    card: CardText = "??"


class MakeBid(Command, frozen=True, kw_only=True, tag="make_bid"):
    """A player bids a contract, higher than every bid before theirs."""

    player: PlayerId
    contract: Word


class PassBid(Command, frozen=True, kw_only=True, tag="pass_bid"):
    """A player does not bid, and may not bid any more."""

    player: PlayerId


class TakeWidow(Command, frozen=True, kw_only=True, tag="take_widow"):
    """The bidder takes cards of the widow: the first ones (1), the others (2), or after all the first ones again (3).

    What they reject on the way is shown: `rejected`. Both may be left out where they are not known.
    """

    choice: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1
    cards: Cards = ()
    rejected: Cards = ()


class Discard(Command, frozen=True, kw_only=True, tag="discard"):
    """The bidder puts aside as many cards as they took; a trump among them is named aloud. Left out: not known."""

    cards: Cards = ()


class AnnounceGoal(Command, frozen=True, kw_only=True, tag="announce_goal"):
    """The bidder says what they play for: game or consolation, or besides that ultimo."""

    goal: Word


class AnswerGoal(Command, frozen=True, kw_only=True, tag="answer_goal"):
    """An opponent says that they will thwart what the bidder has announced: contra-ultimo."""

    player: PlayerId


class DeclareMeld(Command, frozen=True, kw_only=True, tag="declare_meld"):
    """A player shows a set of cards that counts by itself; `meld` are its cards, such as "joker XXI I"."""

    player: PlayerId
    meld: Word


class NameScore(Command, frozen=True, kw_only=True, tag="name_score"):
    """The table says how the deal ended where the cards are not known.

    `points`: what the bidder has, in tricks and discard. `pagat`: who won the last trick with it, if anybody did.
    `captured`: an opponent has taken the bidder's pagat in any trick (it matters under ultimo).
    """

    points: Annotated[int, msgspec.Meta(ge=0, le=200)]
    pagat: PlayerId | None = None
    captured: bool = False
