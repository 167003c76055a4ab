"""The acts of a betting round, forced bets and shadows included, and the events that follow from them."""

from typing import Annotated, Literal

import msgspec

from engine.acts import Command, Consequence, FilledIn
from engine.ids import PlayerId
from engine.money import Chips, SomeChips
from engine.registry import bounded, consequence, listed_as, own_act, rests_on, says, shorthand, stored_as
from engine.speech import to_say

# Posts that count as bets; an ante and a missed small blind are dead.
LIVE = ("small blind", "big blind", "straddle", "missed big blind")

PostKind = Literal["ante", "small blind", "big blind", "straddle", "missed small blind", "missed big blind"]


class Post(msgspec.Struct, frozen=True, gc=False):
    """What one player puts in before the deal. Antes and a missed small blind are dead; the other blinds are live."""

    player: PlayerId
    kind: PostKind
    chips: SomeChips


class BettingAct(Command, frozen=True, kw_only=True):
    """What a player does in a betting round, in turn or out of turn."""

    player: PlayerId


@own_act("player")
@says("put_in")
@shorthand
class PutIn(BettingAct, frozen=True, kw_only=True, tag="put_in"):
    """A player puts in chips; recorded as a bet, a call or a raise, whichever it comes to."""

    chips: SomeChips


@own_act("player", of_the_table=("agreed",))
@says("all_in")
@shorthand
class GoAllIn(BettingAct, frozen=True, kw_only=True, tag="go_all_in"):
    """A player puts in all they have; recorded as a bet, a call or a raise. `agreed`: everybody lets them tap out."""

    agreed: bool = False


@own_act("player")
@listed_as("shadow")
@says("shadow")
@shorthand
class PullShadow(BettingAct, frozen=True, kw_only=True, tag="pull_shadow"):
    """A player puts in more chips than they have, the rest by shadow; recorded as a bet, a call or a raise."""

    chips: SomeChips


# What a player said, if it came to something else: "all-in" may come to a call of 41, "5 chips" to a raise. Each name
# stands above the command that says it, in its room; the rules refuse any other.
StatedAs = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class Wager(BettingAct, frozen=True, kw_only=True):
    """Chips a player puts in: `chips` in all, `shadow` of them owed (RULINGS E4); both are filled in.

    Also filled in: `once`, this was the one large bet the player has in a hand; `freed`, their early bet no longer
    binds them; `least`, the new least raise, or None if it stays. `said`: what the player said, if something else.
    """

    chips: Chips | None = None
    shadow: FilledIn[Chips] = 0
    once: FilledIn[bool] = False
    freed: FilledIn[bool] = False
    least: FilledIn[Chips | None] = None
    said: FilledIn[StatedAs | None] = None


@own_act("player")
@rests_on("game/limit")
@bounded("chips")
@stored_as("bet_made")
class Bet(Wager, frozen=True, kw_only=True, tag="bet"):
    """The first bet of a round. `ahead`: put in out of turn; the rules fill this in (RULINGS E3, R-E3)."""

    ahead: FilledIn[bool] = False


@own_act("player", of_the_table=("agreed",))
@rests_on("game/limit")
@says("call")
@stored_as("bet_called")
class Call(Wager, frozen=True, kw_only=True, tag="call"):
    """Pays what the others have paid, or all the player has. `agreed`: everybody lets them tap out (RULINGS R-S10)."""

    agreed: bool = False


@own_act("player")
@rests_on("game/limit")
@says("raise_by", "raise_to")
@bounded("by")
@stored_as("bet_raised")
class Raise(Wager, frozen=True, kw_only=True, tag="raise"):
    """Raises by `by` chips, to `to` in this round; the player says one of the two, and the rules fill in the other."""

    chips: FilledIn[Chips | None] = None
    by: Chips | None = None
    to: Chips | None = None


@own_act("player")
@says("check")
@stored_as("checked")
class Check(BettingAct, frozen=True, kw_only=True, tag="check"):
    """Stays in without paying, as long as nobody has bet. `said`: what the player said, if it was something else."""

    said: FilledIn[StatedAs | None] = None


@own_act("player")
@stored_as("hand_folded")
class Fold(BettingAct, frozen=True, kw_only=True, tag="fold"):
    """Leaves the hand; what the player put in stays in the pot."""


@rests_on("game/forced")
@consequence
class ForcedBetPosted(Consequence, frozen=True, kw_only=True, tag="forced_bet_posted"):
    """An ante or blind has gone into the pot, `shadow` of it owed."""

    player: PlayerId
    kind: PostKind
    chips: Chips
    shadow: Chips = 0


@consequence
class WentAllIn(Consequence, frozen=True, kw_only=True, tag="went_all_in"):
    """A player has put in their last chip: they stay in without paying, even if they get chips during the hand."""

    player: PlayerId
    rule: str = "standard/all-in"


@consequence
class NotAsked(Consequence, frozen=True, kw_only=True, tag="not_asked"):
    """The price went up, and these players need not answer: they cannot bet, or an early bet already covers it.

    `contested`: how many others can still bet at this price.
    """

    players: tuple[PlayerId, ...]
    contested: int


# Why the first player asked opens the betting round.
Opens = Literal[
    "next to dealer", "best showing", "lowest showing", "previous opener", "behind the blinds", "hand to beat"
]


@consequence
class RoundOpened(Consequence, frozen=True, kw_only=True, tag="round_opened"):
    """A betting round begins. `asked` act in this order; the first of them opens, because of `opens`.

    `price`: what staying in costs (the blinds); `least`: the least bet or raise. `anyone`: the open cards that decide
    who opens are unknown, so whoever speaks first opens. `openers`: opening takes a certain hand (RULINGS R-S1).
    """

    asked: tuple[PlayerId, ...]
    opens: Opens = "next to dealer"
    price: Chips = 0
    least: Chips = 1
    anyone: bool = False
    openers: bool = False


@consequence
class ShadowPulled(Consequence, frozen=True, kw_only=True, tag="shadow_pulled"):
    """A player short of chips owes the pot `debt`; `marker` of it was taken out of the pot and lies in front of them.

    The marker is smaller than the debt if the pot holds less than the debt (RULINGS R-E9).
    """

    player: PlayerId
    debt: Chips
    marker: Chips
    rule: str = "enemaerke/shadow"


@consequence
class UncalledReturned(Consequence, frozen=True, kw_only=True, tag="uncalled_returned"):
    """The part of a bet that nobody matched goes back to the bettor."""

    player: PlayerId
    chips: Chips
    rule: str = "standard/uncalled"


@consequence
class EarlyBetStands(Consequence, frozen=True, kw_only=True, tag="early_bet_stands"):
    """A player who bet out of turn is now in turn: the bet binds, as a raise by `by` to `to`, or a call if `by` is 0.

    `least`: the new least raise, or None if it stays.
    """

    player: PlayerId
    to: Chips
    by: Chips
    least: Chips | None = None
    rule: str = "scroker/out-of-turn"


@consequence
class RoundClosed(Consequence, frozen=True, kw_only=True, tag="round_closed"):
    """A betting round is over: everyone still in has paid the same or is all-in."""

    number: int


@consequence
class MarkerReturned(Consequence, frozen=True, kw_only=True, tag="marker_returned"):
    """The marker in front of a player goes back into the pot, so that the pot can be paid out."""

    player: PlayerId
    chips: Chips
    rule: str = "enemaerke/shadow"


@consequence
class DebtPaid(Consequence, frozen=True, kw_only=True, tag="debt_paid"):
    """A player pays the pot in chips what they owed it by shadow."""

    player: PlayerId
    chips: Chips
    rule: str = "enemaerke/shadow"


@own_act("player")
@says("double", does=to_say("{player} doubles the stakes with {chips}."))
@shorthand
class DoubleStakes(BettingAct, frozen=True, kw_only=True, tag="double_stakes"):
    """A player doubles the stakes; recorded as a bet of as many chips as they have put into this pot so far."""
