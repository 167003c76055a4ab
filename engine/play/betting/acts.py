"""Everything that puts chips into the pot by turn, forced bets and shadows too, and what follows in a round."""

from typing import Literal

import msgspec

from engine.acts import Command, Consequence
from engine.ids import PlayerId
from engine.money import Chips, SomeChips
from engine.registry import bounded, drawn, shorthand, stored_as

# Posts that count as bets; an ante and a missed small blind are dead.
LIVE = ("small blind", "big blind", "straddle", "missed big blind")

PostKind = Literal["ante", "small blind", "big blind", "straddle", "missed small blind", "missed big blind"]


class Post(msgspec.Struct, frozen=True, gc=False):
    """What one player puts in before the deal. A missed small blind is dead, the other blinds are live."""

    player: PlayerId
    kind: PostKind
    chips: SomeChips


@shorthand
class PutIn(Command, frozen=True, kw_only=True, tag="put_in"):
    """A player puts in chips: recorded as the bet, call or raise that it is."""

    player: PlayerId
    chips: SomeChips


@shorthand
class GoAllIn(Command, frozen=True, kw_only=True, tag="go_all_in"):
    """A player puts in all they have: recorded as the bet, call or raise that it is. `agreed`: all let them tap out."""

    player: PlayerId
    agreed: bool = False


@shorthand
class PullShadow(Command, frozen=True, kw_only=True, tag="pull_shadow"):
    """A player puts in chips they are short of, by shadow as far as they are; recorded as the bet, call or raise it is."""

    player: PlayerId
    chips: SomeChips


# What a player said, where it is not what it came to: "all-in" that came to a call of 41, 5 chips that came to a raise.
Said = Literal["put_in", "all_in", "shadow", "raise_by", "raise_to", "call", "check"]


class Wager(Command, frozen=True, kw_only=True):
    """Chips a player puts in: `chips` in all, `shadow` of them owed (RULINGS E4); both are filled in.

    Always filled in: `once`, it was the one large bet of the hand; `freed`, an early bet of theirs binds them no more;
    `least`, the least raise from now on, where it changes. `said`: what the player said, where it was something else.
    """

    player: PlayerId
    chips: Chips | None = None
    shadow: Chips = 0
    once: bool = False
    freed: bool = False
    least: Chips | None = None
    said: Said | None = None


@bounded("chips")
@stored_as("bet_made")
class Bet(Wager, frozen=True, kw_only=True, tag="bet"):
    """The first bet of a round. `ahead`: put in out of turn, filled in by the rules (RULINGS E3, R-E3)."""

    ahead: bool = False


@stored_as("bet_called")
class Call(Wager, frozen=True, kw_only=True, tag="call"):
    """Pays what the others have paid, or all they have. `agreed`: they tap out, and all agree to it (RULINGS R-S10)."""

    agreed: bool = False


@bounded("by")
@stored_as("bet_raised")
class Raise(Wager, frozen=True, kw_only=True, tag="raise"):
    """Raises by `by` chips, to `to` in this round; one of them is said, both are filled in."""

    by: Chips | None = None
    to: Chips | None = None


@stored_as("checked")
class Check(Command, frozen=True, kw_only=True, tag="check"):
    """Stays in without paying, as long as nobody has bet. `said`: what the player said, where it was something else."""

    player: PlayerId
    said: Said | None = None


@stored_as("hand_folded")
class Fold(Command, frozen=True, kw_only=True, tag="fold"):
    """Leaves the hand; what they put in stays."""

    player: PlayerId


@drawn
class ForcedBetPosted(Consequence, frozen=True, kw_only=True, tag="forced_bet_posted"):
    """An ante or blind has gone into the pot, `shadow` of it owed."""

    player: PlayerId
    kind: PostKind
    chips: Chips
    shadow: Chips = 0


@drawn
class WentAllIn(Consequence, frozen=True, kw_only=True, tag="went_all_in"):
    """A player has put in their last chip and stays in without paying, whatever chips they get during the hand."""

    player: PlayerId
    rule: str = "standard/all-in"


@drawn
class NotAsked(Consequence, frozen=True, kw_only=True, tag="not_asked"):
    """The price went up, and these players have no answer to give: they cannot bet, or an early bet covers it already.

    `contested`: how many others can still bet at this price.
    """

    players: tuple[PlayerId, ...]
    contested: int


# Why the first of those asked opens a betting round.
Opens = Literal[
    "next to dealer", "best showing", "lowest showing", "previous opener", "behind the blinds", "hand to beat"
]


@drawn
class RoundOpened(Consequence, frozen=True, kw_only=True, tag="round_opened"):
    """A betting round begins. `asked` act in this order; the first of them opens, because of `opens`.

    `price`: what staying in costs (the blinds); `least`: the least bet or raise. `anyone`: the open cards that decide
    who opens are not known, so whoever speaks first does. `openers`: opening takes a certain hand (RULINGS R-S1).
    """

    asked: tuple[PlayerId, ...]
    opens: Opens = "next to dealer"
    price: Chips = 0
    least: Chips = 1
    anyone: bool = False
    openers: bool = False


@drawn
class ShadowPulled(Consequence, frozen=True, kw_only=True, tag="shadow_pulled"):
    """A player short of chips owes the pot `debt`; `marker` of it was drawn out of the pot to lie before them.

    The marker cannot exceed what the pot holds (RULINGS R-E9), so it may be smaller than the debt.
    """

    player: PlayerId
    debt: Chips
    marker: Chips
    rule: str = "enemaerke/shadow"


@drawn
class UncalledReturned(Consequence, frozen=True, kw_only=True, tag="uncalled_returned"):
    """The part of a bet that nobody matched goes back to the bettor."""

    player: PlayerId
    chips: Chips
    rule: str = "standard/uncalled"


@drawn
class EarlyBetStands(Consequence, frozen=True, kw_only=True, tag="early_bet_stands"):
    """The turn of a player has come who bet before it: their bet binds, a raise by `by` to `to`, or a call if by none.

    `least`: the least raise from now on, where it changes.
    """

    player: PlayerId
    to: Chips
    by: Chips
    least: Chips | None = None
    rule: str = "scroker/out-of-turn"


@drawn
class RoundClosed(Consequence, frozen=True, kw_only=True, tag="round_closed"):
    """A betting round is over: everyone still in has paid the same, or has no more."""

    number: int


@drawn
class MarkerReturned(Consequence, frozen=True, kw_only=True, tag="marker_returned"):
    """The shadow chips before a player go back into the pot, so that it can be paid out."""

    player: PlayerId
    chips: Chips
    rule: str = "enemaerke/shadow"


@drawn
class DebtPaid(Consequence, frozen=True, kw_only=True, tag="debt_paid"):
    """A player pays the pot, in chips, what they owed it by shadow."""

    player: PlayerId
    chips: Chips
    rule: str = "enemaerke/shadow"
