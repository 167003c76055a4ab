"""The special words of the table: spit, passing, psychology, declaring, piles, and what open cards do."""

from typing import Literal

from engine.commands.base import Cards, CardText, Command
from engine.ids import PlayerId, Text
from engine.money import Chips

Side = Literal["low", "both", "high"]


class CallSpit(Command, frozen=True, kw_only=True, tag="call_spit"):
    """A player calls "Spit!" (or "Shit!") during the deal, and the dealer lays the next shared card."""

    player: PlayerId
    card: CardText = "??"


class PassCards(Command, frozen=True, kw_only=True, tag="pass_cards"):
    """A player puts aside cards for their neighbours; nobody sees them before all have chosen (RULINGS R-D16).

    Left out cards are not known.
    """

    player: PlayerId
    right: Cards = ()
    left: Cards = ()


class ArrangeCards(Command, frozen=True, kw_only=True, tag="arrange_cards"):
    """A player lays their closed cards in a pile, the first to be turned first; not said: the order is not known."""

    player: PlayerId
    cards: Cards = ()


class ExposeCard(Command, frozen=True, kw_only=True, tag="expose_card"):
    """A player chooses the closed card they open; nobody sees it before all have chosen. Left out, it is not known."""

    player: PlayerId
    card: CardText = "??"


class RevealCards(Command, frozen=True, kw_only=True, tag="reveal_cards"):
    """Everyone still in turns the top card of their pile, in order from the dealer's left; not said: not known."""

    cards: Cards = ()


class DeclareSide(Command, frozen=True, kw_only=True, tag="declare_side"):
    """A player declares for low, both or high (one, two or three chips); hidden until all have declared."""

    player: PlayerId
    side: Side


class BuyCard(Command, frozen=True, kw_only=True, tag="buy_card"):
    """A player takes the card they are offered; `price` and `shadow` are filled in. The card comes closed (R-D14)."""

    player: PlayerId
    card: CardText = "??"
    price: Chips | None = None
    shadow: Chips = 0


class DeclineCard(Command, frozen=True, kw_only=True, tag="decline_card"):
    """A player does not want the card they are offered."""

    player: PlayerId


class PayFee(Command, frozen=True, kw_only=True, tag="pay_fee"):
    """The table says that an open card costs its holder a fee, where the card itself is not known.

    `chips` says which fee where the game has several; what they really pay, and by shadow, is filled in.
    """

    player: PlayerId
    chips: Chips | None = None
    shadow: Chips = 0
    reason: Text = ""


class TurnOwn(Command, frozen=True, kw_only=True, tag="turn_own"):
    """A player turns the top card of their pile. `beats`: what they say of the hand to beat, where cards are not known."""

    player: PlayerId
    card: CardText = "??"
    beats: bool | None = None


class SendOut(Command, frozen=True, kw_only=True, tag="send_out"):
    """The table says that an open card sends its holder out, where the card itself is not known."""

    player: PlayerId
    reason: Text = ""
