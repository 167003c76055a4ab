"""The dealer's acts (deal, lay, turn, burn), the call for a shared card, and cards that players exchange, pass, open or name."""

from typing import Annotated

import msgspec

from engine.acts import Cards, CardText, Command, Consequence, FilledIn
from engine.ids import PlayerId
from engine.registry import asked_to, bounded, consequence, dealers_act, listed_as, own_act, stored_as
from engine.speech import to_say


@dealers_act
@stored_as("cards_dealt")
class Deal(Command, frozen=True, kw_only=True, tag="deal"):
    """The dealer deals the step at the cursor. `cards`: all of them in dealing order, or only the open ones.

    `first`: the player who gets the first card of a deal-off, which the dealer decides (RULINGS R-M5). Left out, it is
    the first of the tied players after the dealer. `common`, always filled in: the pack has too few cards for everyone,
    so one open card is dealt for all (RULINGS R-S11).
    """

    cards: Cards = ()
    first: PlayerId | None = None
    common: FilledIn[bool] = False


@dealers_act
@stored_as("board_laid")
class Lay(Command, frozen=True, kw_only=True, tag="lay"):
    """The dealer lays the next shared cards; without `cards` they are not known."""

    cards: Cards = ()


@dealers_act
@stored_as("board_turned")
class Turn(Command, frozen=True, kw_only=True, tag="turn"):
    """The dealer turns the next closed shared card."""

    card: CardText = "??"


@dealers_act
@stored_as("card_burned")
class Burn(Command, frozen=True, kw_only=True, tag="burn"):
    """The dealer puts the top card aside."""


@own_act("player")
@asked_to(to_say("may call the card"))
@listed_as("spit")
@stored_as("spit_called")
class CallSpit(Command, frozen=True, kw_only=True, tag="call_spit"):
    """A player calls "Spit!" (or "Shit!") during the deal, and the dealer lays the next shared card open."""

    player: PlayerId
    card: CardText = "??"


@own_act("player")
@asked_to(to_say("to exchange cards"))
@bounded("number")
@stored_as("cards_exchanged")
class Exchange(Command, frozen=True, kw_only=True, tag="exchange"):
    """A player exchanges `number` cards; those thrown and those drawn may be known or not."""

    player: PlayerId
    number: Annotated[int, msgspec.Meta(ge=0, le=20)]
    thrown: Cards = ()
    drawn: Cards = ()


@own_act("player", at_once=True)
@asked_to(to_say("to pass cards on"))
@listed_as("pass")
@stored_as("cards_put_aside")
class PassCards(Command, frozen=True, kw_only=True, tag="pass_cards"):
    """A player puts aside cards for their neighbours; nobody sees them before everybody has chosen (RULINGS R-D16).

    Cards left out are not known.
    """

    player: PlayerId
    right: Cards = ()
    left: Cards = ()


@consequence
class CardsPassed(Consequence, frozen=True, kw_only=True, tag="cards_passed"):
    """Everybody has chosen, and all the cards change hands at once."""


@own_act("player", at_once=True)
@asked_to(to_say("to choose a card to open"))
@listed_as("expose")
@stored_as("card_exposed")
class ExposeCard(Command, frozen=True, kw_only=True, tag="expose_card"):
    """A player chooses the closed card to open; nobody sees it before all have chosen. Left out, it is not known."""

    player: PlayerId
    card: CardText = "??"


@consequence
class CardsExposed(Consequence, frozen=True, kw_only=True, tag="cards_exposed"):
    """All have chosen, and all open their cards: one each, from the dealer's left, `??` if it was not named."""

    cards: tuple[str, ...]


@own_act("player", at_once=True)
@stored_as("cards_named")
class NameCards(Command, frozen=True, kw_only=True, tag="name_cards"):
    """Unknown cards become known: a player's, or the shared ones if `player` is None."""

    player: PlayerId | None = None
    cards: Cards
