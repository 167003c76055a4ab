"""The effects of open cards on their holders: sent out, a fee, the offer of one more card."""

from engine.acts import CardText, Command, Consequence, FilledIn
from engine.ids import PlayerId, Text
from engine.money import Chips
from engine.registry import asked_to, consequence, listed_as, own_act, rests_on, stored_as
from engine.speech import to_say


@own_act("player")
@asked_to(to_say("to buy the card, or not"))
@rests_on("game/effects")
@listed_as("buy")
@stored_as("card_bought")
class BuyCard(Command, frozen=True, kw_only=True, tag="buy_card"):
    """A player takes the card they are offered; `price` and `shadow` are filled in. The card comes closed (R-D14)."""

    player: PlayerId
    card: CardText = "??"
    price: Chips | None = None
    shadow: FilledIn[Chips] = 0


@own_act("player")
@listed_as("decline")
@stored_as("card_declined")
class DeclineCard(Command, frozen=True, kw_only=True, tag="decline_card"):
    """A player turns down the card they are offered."""

    player: PlayerId


@rests_on("game/effects")
@stored_as("unseen_fee_paid")
class PayFee(Command, frozen=True, kw_only=True, tag="pay_fee"):
    """The table says that an open card, unknown to the book, costs its holder a fee.

    `chips` says which fee, if the game has several. Filled in: `chips`, what the player really pays, and `shadow`, what
    they owe of it.
    """

    player: PlayerId
    chips: Chips | None = None
    shadow: FilledIn[Chips] = 0
    reason: Text = ""


@stored_as("player_sent_out")
class SendOut(Command, frozen=True, kw_only=True, tag="send_out"):
    """The table says that an open card, unknown to the book, sends its holder out."""

    player: PlayerId
    reason: Text = ""


@consequence
class SentOutByCard(Consequence, frozen=True, kw_only=True, tag="sent_out_by_card"):
    """An open card has sent its holder out of the hand; what they put in stays in the pot."""

    player: PlayerId
    card: str
    rule: str = "enemaerke/sends-out"


@consequence
class CardOffered(Consequence, frozen=True, kw_only=True, tag="card_offered"):
    """An open card offers its holder one more closed card for `price` chips, until betting begins."""

    player: PlayerId
    card: str
    price: Chips
    rule: str = "enemaerke/offers-card"


@consequence
class CardGiven(Consequence, frozen=True, kw_only=True, tag="card_given"):
    """An open card gives its holder one more closed card for nothing; it goes on top of their pile, if they have one.

    `number` is 0 if the stock is used up and no folded card is left (RULINGS R-M9).
    """

    player: PlayerId
    card: str
    number: int = 1
    rule: str = "all/offers-card"


@consequence
class FeePaid(Consequence, frozen=True, kw_only=True, tag="fee_paid"):
    """An open card has cost its holder `chips`, `shadow` of them owed; a short player pays less (RULINGS R-D13)."""

    player: PlayerId
    card: str
    chips: Chips
    shadow: Chips = 0
    rule: str = "enemaerke/costs"
