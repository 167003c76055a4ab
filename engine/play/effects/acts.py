"""What an open card does to its holder: sends out, costs, offers one more card."""

from engine.acts import CardText, Command, Consequence
from engine.ids import PlayerId, Text
from engine.money import Chips
from engine.registry import drawn, stored_as


@stored_as("card_bought")
class BuyCard(Command, frozen=True, kw_only=True, tag="buy_card"):
    """A player takes the card they are offered; `price` and `shadow` are filled in. The card comes closed (R-D14)."""

    player: PlayerId
    card: CardText = "??"
    price: Chips | None = None
    shadow: Chips = 0


@stored_as("card_declined")
class DeclineCard(Command, frozen=True, kw_only=True, tag="decline_card"):
    """A player does not want the card they are offered."""

    player: PlayerId


@stored_as("unseen_fee_paid")
class PayFee(Command, frozen=True, kw_only=True, tag="pay_fee"):
    """The table says that an open card costs its holder a fee, where the card itself is not known.

    `chips` says which fee where the game has several; what they really pay, and by shadow, is filled in.
    """

    player: PlayerId
    chips: Chips | None = None
    shadow: Chips = 0
    reason: Text = ""


@stored_as("player_sent_out")
class SendOut(Command, frozen=True, kw_only=True, tag="send_out"):
    """The table says that an open card sends its holder out, where the card itself is not known."""

    player: PlayerId
    reason: Text = ""


@drawn
class SentOutByCard(Consequence, frozen=True, kw_only=True, tag="sent_out_by_card"):
    """An open card has sent its holder out of the hand; what they put in stays."""

    player: PlayerId
    card: str
    rule: str = "enemaerke/sends-out"


@drawn
class CardOffered(Consequence, frozen=True, kw_only=True, tag="card_offered"):
    """An open card offers its holder one more closed card for so many chips, until betting begins."""

    player: PlayerId
    card: str
    price: Chips
    rule: str = "enemaerke/offers-card"


@drawn
class CardGiven(Consequence, frozen=True, kw_only=True, tag="card_given"):
    """An open card gives its holder one more closed card for nothing, on top of their pile where they have one.

    `number` is 0 when the stock is used up and nobody has folded a card (RULINGS R-M9).
    """

    player: PlayerId
    card: str
    number: int = 1
    rule: str = "all/offers-card"


@drawn
class FeePaid(Consequence, frozen=True, kw_only=True, tag="fee_paid"):
    """An open card has cost its holder so many chips, `shadow` of them owed; who is short pays less (RULINGS R-D13)."""

    player: PlayerId
    card: str
    chips: Chips
    shadow: Chips = 0
    rule: str = "enemaerke/costs"
