"""Cards shown or mucked, winners named, pots awarded, dealt off, returned or carried."""

from typing import Annotated, Literal

import msgspec

from engine.acts import Cards, Command, Consequence, Players
from engine.ids import PlayerId
from engine.money import Chips
from engine.registry import drawn, stored_as


@stored_as("hand_shown")
class ShowHand(Command, frozen=True, kw_only=True, tag="show_hand"):
    """A player shows cards: all of them at the showdown, or what the table saw of a finished hand.

    `before`: who was to show first and has not yet, filled in by the rules (RULINGS E3, Showdown order).
    """

    player: PlayerId
    cards: Cards
    announced: Annotated[str, msgspec.Meta(max_length=80)] = ""
    before: PlayerId | None = None


@stored_as("hand_mucked")
class Muck(Command, frozen=True, kw_only=True, tag="muck"):
    """A player gives up at the showdown without showing ("beats mine")."""

    player: PlayerId


@stored_as("winners_named")
class NameWinners(Command, frozen=True, kw_only=True, tag="name_winners"):
    """The table says who wins where cards are not known.

    One ranking for each share of the award (high, then low): groups of equal hands, best first; later groups take
    the side pots the earlier ones have no part in.
    """

    rankings: Annotated[tuple[tuple[Players, ...], ...], msgspec.Meta(min_length=1, max_length=4)]


class Share(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What one winner gets of a pot: `chips` of its full worth, `netted` of them by striking out their own debt.

    `cards` are the five that won and `stands_for` what they stand for, where the cards decided.
    """

    player: PlayerId
    chips: Chips
    netted: Chips = 0
    cards: tuple[str, ...] = ()
    stands_for: tuple[str, ...] = ()
    hand: str = ""


@drawn
class PotAwarded(Consequence, frozen=True, kw_only=True, tag="pot_awarded"):
    """A pot, or one share of it, has gone to its winners. Pots are numbered from 0, the main pot."""

    pot: int
    share: Literal["all", "high", "low", "spade"]
    shares: tuple[Share, ...]
    by: Literal["cards", "table", "last player"]
    rule: str = "standard/odd-chip-first-after-dealer"


@drawn
class DealOffStarted(Consequence, frozen=True, kw_only=True, tag="deal_off_started"):
    """Equal hands do not split: `chips` wait, and these players are each dealt `up` new open cards for them.

    `pot` and `share` say what of the pots it is; where the new hands are equal too, it is started again.
    """

    players: tuple[PlayerId, ...]
    up: int
    pot: int
    share: Literal["all", "high", "low"]
    chips: Chips
    rule: str = "munk/deal-off"


@drawn
class StakeReturned(Consequence, frozen=True, kw_only=True, tag="stake_returned"):
    """Nobody has opened, and the player takes back what they put in (RULINGS R-S3, passed_out = refund)."""

    player: PlayerId
    chips: Chips
    rule: str = "scroker/passed-out"


@drawn
class PotCarried(Consequence, frozen=True, kw_only=True, tag="pot_carried"):
    """What is in the pot passes to the next hand."""

    chips: Chips
    rule: str
