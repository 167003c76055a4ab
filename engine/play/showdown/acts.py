"""The acts of the showdown, and how pots are awarded, dealt off, returned or carried."""

from typing import Annotated, Literal

import msgspec

from engine.acts import Cards, Command, Consequence, FilledIn, Players
from engine.cards.worth import Worth
from engine.ids import Line, PlayerId
from engine.money import Chips
from engine.registry import asked_to, consequence, listed_as, own_act, stored_as
from engine.speech import to_say


@own_act("player")
@asked_to(to_say("to show"))
@listed_as("show")
@stored_as("hand_shown")
class ShowHand(Command, frozen=True, kw_only=True, tag="show_hand"):
    """A player shows cards: all of theirs at the showdown, or those the table saw of a finished hand.

    `before`: the player who should have shown first, filled in by the rules (RULINGS E3, Showdown order).
    """

    player: PlayerId
    cards: Cards
    announced: Line = ""
    before: FilledIn[PlayerId | None] = None


@own_act("player")
@stored_as("hand_mucked")
class Muck(Command, frozen=True, kw_only=True, tag="muck"):
    """A player gives up at the showdown without showing ("beats mine")."""

    player: PlayerId


@listed_as("win")
@stored_as("winners_named")
class NameWinners(Command, frozen=True, kw_only=True, tag="name_winners"):
    """The table says who wins, if cards are not known.

    `rankings` has one ranking for each share of the award (high, then low): groups of equal hands, best first. Later
    groups win the side pots that the earlier ones have no part in.
    """

    rankings: Annotated[tuple[tuple[Players, ...], ...], msgspec.Meta(min_length=1, max_length=4)]


class Share(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One winner's part of a pot, in chips; `netted` of them only strike out the winner's own debt.

    If cards decided, `cards` are the five that won, `stands_for` what each of them stands for, and `hand` what they are.
    """

    player: PlayerId
    chips: Chips
    netted: Chips = 0
    cards: tuple[str, ...] = ()
    stands_for: tuple[str, ...] = ()
    hand: Worth | None = None


@consequence
class PotAwarded(Consequence, frozen=True, kw_only=True, tag="pot_awarded"):
    """A pot, or one share of it, has gone to its winners. `pot` counts from 0, the main pot."""

    pot: int
    share: Literal["all", "high", "low", "spade"]
    shares: tuple[Share, ...]
    by: Literal["cards", "table", "last player"]
    rule: str = "standard/odd-chip-first-after-dealer"


@consequence
class DealOffStarted(Consequence, frozen=True, kw_only=True, tag="deal_off_started"):
    """Equal hands do not split: `chips` wait, and each of these players is dealt `up` new open cards for them.

    `pot` and `share` say which part of the pots it is. If the new hands are equal too, another deal-off follows.
    `levy`: the chips that also go out of the pot, before the share is paid.
    """

    players: tuple[PlayerId, ...]
    up: int
    pot: int
    share: Literal["all", "high", "low"]
    chips: Chips
    levy: Chips = 0
    rule: str = "munk/deal-off"


@consequence
class StakeReturned(Consequence, frozen=True, kw_only=True, tag="stake_returned"):
    """Nobody opened, and the player takes back what they put in (RULINGS R-S3, passed_out = refund)."""

    player: PlayerId
    chips: Chips
    rule: str = "scroker/passed-out"


@consequence
class PotCarried(Consequence, frozen=True, kw_only=True, tag="pot_carried"):
    """The chips in the pot are carried to the next hand."""

    chips: Chips
    rule: str
