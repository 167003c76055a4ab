"""The acts that put faults right: cards missing, too many, exposed or misplaced, and wrong chips."""

from typing import Annotated, Literal

import msgspec

from engine.acts import Cards, CardText, Command, FilledIn, Players
from engine.ids import PlayerId
from engine.money import Chips, SomeChips
from engine.play.betting.acts import Call
from engine.registry import bounded, rests_on, stored_as

Spot = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


@stored_as("missing_card_given")
class GiveMissingCard(Command, frozen=True, kw_only=True, tag="give_missing_card"):
    """A player was dealt one closed card too few and gets it after the deal.

    `looked`: the player who demands it has looked at their closed cards, too late for a fault of the first deal.
    """

    player: PlayerId
    card: CardText = "??"
    looked: bool = False


@stored_as("card_taken_back")
class TakeBackCard(Command, frozen=True, kw_only=True, tag="take_back_card"):
    """A player was dealt one closed card too many; the dealer draws one from them and puts it under the stock.

    `card` is the one drawn. `looked`: the player who demands it has looked at their closed cards.
    """

    player: PlayerId
    card: CardText = "??"
    looked: bool = False


@stored_as("dealt_cards_moved")
class MoveDealtCards(Command, frozen=True, kw_only=True, tag="move_dealt_cards"):
    """Open cards of the last deal are moved to where they should have fallen, before anybody has bet.

    `skipped`: the player got no card, or got it too late. Each later card goes to the player before, and `card` to the
    last of them. `twice`: the player also got `card`. It and each later card go to the player behind, and the last one
    goes under the stock. `looked`: the player who demands it has looked at their closed cards.

    Filled in: `cards`, what the deal has given everyone, from the dealer's left; `withdrawn`, the players who lose the
    offer of a card with the open card that made it.
    """

    player: PlayerId
    fault: Literal["skipped", "twice"]
    card: CardText = "??"
    cards: FilledIn[Cards] = ()
    looked: bool = False
    withdrawn: FilledIn[Players] = ()


@stored_as("exposed_card_settled")
class SettleExposedCard(Command, frozen=True, kw_only=True, tag="settle_exposed_card"):
    """A closed card was dealt open: the player keeps it closed or takes the next one instead, before anybody bets.

    An exposed card that is not kept goes under the stock. `looked`: the player has looked at their closed cards; for
    the first deal that is too late.
    """

    player: PlayerId
    card: CardText = "??"
    keeps: bool
    instead: CardText = "??"
    looked: bool = False


@stored_as("board_card_moved")
class MoveBoardCard(Command, frozen=True, kw_only=True, tag="move_board_card"):
    """A shared card lies at the wrong spot: it changes places with the card at the right one."""

    source: Spot
    target: Spot


@bounded("put_in")
@rests_on("table/correction")
@stored_as("call_put_right")
class PutRight(Call, frozen=True, kw_only=True, tag="put_right"):
    """A player called with the wrong number of chips, `put_in`; `chips` are in the pot once that is put right.

    With too few, the player puts in the rest. With too many, the surplus stays in the pot, raises nothing, and counts
    towards what the player owes later in the round.
    """

    chips: FilledIn[Chips | None] = None
    agreed: FilledIn[bool] = False
    put_in: SomeChips


@rests_on("game/effects")
@stored_as("forgotten_card_bought")
class BuyForgottenCard(Command, frozen=True, kw_only=True, tag="buy_forgotten_card"):
    """A player buys a card that an open card should have offered them in time (source: the red four in Baseball).

    `original`: the player buys, closed, the card that was dealt open to the next player. The cards dealt wrongly after
    it go under the stock, and `cards` are the open ones that the players still in get instead, even after betting
    (RULINGS R-E14). Otherwise the player buys the next card, and all the others stay where they are.

    Filled in: `price` and `shadow`; `offered`, whether the book had recorded the offer; `withdrawn`, the players who
    lose the offer of a card with the open card that made it.
    """

    player: PlayerId
    original: bool = False
    card: CardText = "??"
    cards: Cards = ()
    price: Chips | None = None
    shadow: FilledIn[Chips] = 0
    offered: FilledIn[bool] = False
    withdrawn: FilledIn[Players] = ()
