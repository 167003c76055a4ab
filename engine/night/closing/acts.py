"""The end of a night: its close, the gap, the plan and the payments."""

from typing import Annotated, Literal

import msgspec

from engine.acts import Command, Consequence, FilledIn, RequestNumber
from engine.ids import AnyPlayerId, PlayerId, Text
from engine.money import Cents, OldDebts, SomeCents
from engine.registry import bounded, consequence, rests_on, stored_as

TransferNumber = Annotated[int, msgspec.Meta(ge=1, le=1000)]


class Charge(msgspec.Struct, frozen=True, gc=False):
    """The cents one player's account gains (negative: loses) when the gap is resolved."""

    # The rules fill these in themselves, without looking at what came from outside.
    player: AnyPlayerId
    cents: Cents


@rests_on("house/gap")
@stored_as("gap_resolved")
class ResolveGap(Command, frozen=True, kw_only=True, tag="resolve_gap"):
    """Says who bears the difference between count and book; the rules fill in `charges`.

    Chips missing at the count are value that somebody still has coming; chips over are value that somebody gives up. Until
    somebody has paid it may be said again: that is recorded as a correction, and the plan is made anew with it.
    """

    by: Literal["banker", "player", "winners", "losers", "all"]
    player: AnyPlayerId | None = None
    charges: FilledIn[Annotated[tuple[Charge, ...], msgspec.Meta(max_length=60)] | None] = None
    reason: Text = ""


class TimeThere(msgspec.Struct, frozen=True, gc=False):
    """How long somebody was there, from sitting down until going home or the close, in whole minutes."""

    player: AnyPlayerId
    minutes: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


@stored_as("night_closed")
class CloseNight(Command, frozen=True, kw_only=True, tag="close_night"):
    """Play is over: counts are compared with the book and the chips go back to the box.

    `there`: who was there for how long, where the house takes a fee per hour; the book fills it in.
    """

    there: FilledIn[Annotated[tuple[TimeThere, ...], msgspec.Meta(max_length=60)]] = ()


class Transfer(msgspec.Struct, frozen=True, gc=False):
    """Cents from one person to another, payable in parts."""

    # As above.
    payer: AnyPlayerId
    payee: AnyPlayerId
    cents: SomeCents


@stored_as("plan_frozen")
class FreezePlan(Command, frozen=True, kw_only=True, tag="freeze_plan"):
    """Fixes who pays whom: `bank` (everyone with the banker) or `direct` (fewest transfers).

    With `with_old_debts`, what is unpaid of the club's earlier nights goes into the same plan, and the service fills in
    `old_debts`. The rules fill in `transfers`, `proven_minimal` and `rounded`: what each player's net gains (negative:
    loses) so that every transfer can be paid in the coins of the house.
    """

    kind: Literal["bank", "direct"] = "bank"
    with_old_debts: bool = False
    old_debts: FilledIn[OldDebts] = ()
    transfers: FilledIn[Annotated[tuple[Transfer, ...], msgspec.Meta(max_length=1000)] | None] = None
    proven_minimal: FilledIn[bool | None] = None
    rounded: FilledIn[Annotated[tuple[Charge, ...], msgspec.Meta(max_length=1000)]] = ()


@stored_as("payment_recorded")
@bounded("cents")
class RecordPayment(Command, frozen=True, kw_only=True, tag="record_payment"):
    """A payment of `cents` on a transfer of the frozen plan, numbered from 1; None: all that is left of it.

    `confirmed_by`: the payee, if the payment is recorded on their word. `request`: the number under which the payer said
    that they paid, which is over now; the rules fill it in.
    """

    transfer: TransferNumber
    cents: SomeCents | None = None
    confirmed_by: PlayerId | None = None
    request: FilledIn[RequestNumber | None] = None


@rests_on("house/count")
@consequence
class GapFound(Consequence, frozen=True, kw_only=True, tag="gap_found"):
    """The count of a player's chips differs from the book by `counted` minus `book` chips, worth `cents`."""

    player: PlayerId
    book: int
    counted: int
    cents: int = 0
