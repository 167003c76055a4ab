"""Faults of the table and their remedies: cards missing, too many, exposed or misplaced; wrong chips."""

from typing import Annotated, Literal

import msgspec

from engine.acts import Cards, CardText, Command, Players
from engine.ids import PlayerId
from engine.money import Chips, SomeChips
from engine.play.betting.acts import Call
from engine.registry import stored_as

Spot = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


@stored_as("missing_card_given")
class GiveMissingCard(Command, frozen=True, kw_only=True, tag="give_missing_card"):
    """A player was dealt one closed card too few and gets it after the deal.

    `looked`: who demands it has looked at their closed cards, after which nobody may where the first deal is concerned.
    """

    player: PlayerId
    card: CardText = "??"
    looked: bool = False


@stored_as("card_taken_back")
class TakeBackCard(Command, frozen=True, kw_only=True, tag="take_back_card"):
    """A player was dealt one closed card too many; the dealer draws one from them and puts it under the stock.

    `card` is the one drawn. `looked`: who demands it has looked at their closed cards.
    """

    player: PlayerId
    card: CardText = "??"
    looked: bool = False


@stored_as("dealt_cards_moved")
class MoveDealtCards(Command, frozen=True, kw_only=True, tag="move_dealt_cards"):
    """Open cards of the last deal are moved to where they should have fallen, before anybody has bet.

    `skipped`: the player got none, or got theirs too late; those behind them got what was theirs and their own, and `card` is the
    one that falls to the last of them. `twice`: `card` fell to them besides their own; what is left at the end goes under
    the stock. `cards` are filled in: what the deal has given everyone, from the dealer's left; `withdrawn` too: the
    players whose offer of a card goes with the card that made it.
    `looked`: who demands it has looked at their closed cards.
    """

    player: PlayerId
    fault: Literal["skipped", "twice"]
    card: CardText = "??"
    cards: Cards = ()
    looked: bool = False
    withdrawn: Players = ()


@stored_as("exposed_card_settled")
class SettleExposedCard(Command, frozen=True, kw_only=True, tag="settle_exposed_card"):
    """A closed card was dealt open: its player keeps it closed, or takes the next one instead, before anybody bets.

    The exposed card, when it is not kept, goes under the stock. `looked`: the player has looked at the closed cards,
    after which nothing of the first deal is put right.
    """

    player: PlayerId
    card: CardText = "??"
    keeps: bool
    instead: CardText = "??"
    looked: bool = False


@stored_as("board_card_moved")
class MoveBoardCard(Command, frozen=True, kw_only=True, tag="move_board_card"):
    """A shared card lies at the wrong spot and is moved to the right one; what lies there takes its place."""

    source: Spot
    target: Spot


@stored_as("call_put_right")
class PutRight(Call, frozen=True, kw_only=True, tag="put_right"):
    """A player called with the wrong number of chips, `put_in`; `chips` are what lies there once it is put right.

    Too few: they put in the rest. Too many: what is in the pot stays there, raises nothing, and counts towards what they
    owe later in the round.
    """

    put_in: SomeChips


@stored_as("forgotten_card_bought")
class BuyForgottenCard(Command, frozen=True, kw_only=True, tag="buy_forgotten_card"):
    """A card was not offered although an open one offers it (source: the red four in Baseball).

    `original`: the player buys, as a closed one, the card that was dealt open to whoever sits behind; the cards dealt
    wrongly after it go under the stock, and `cards` are the open ones that those still in the hand get instead, also
    after betting (RULINGS R-E14). Otherwise the player buys the next card, and all lie as they fell. `price`,
    `shadow` and `offered` are filled in: whether the book had told the offer, which then nobody answered; `withdrawn`
    too: the players whose offer goes with the card that made it.
    """

    player: PlayerId
    original: bool = False
    card: CardText = "??"
    cards: Cards = ()
    price: Chips | None = None
    shadow: Chips = 0
    offered: bool = False
    withdrawn: Players = ()
