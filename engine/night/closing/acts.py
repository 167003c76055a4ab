"""The end of a night: its close, the gap, the plan and the payments."""

from typing import Annotated, Literal

import msgspec

from engine.acts import Command, Consequence
from engine.ids import AnyPlayerId, PlayerId, Text
from engine.money import Cents, SomeCents
from engine.registry import bounded, drawn, stored_as


class Charge(msgspec.Struct, frozen=True, gc=False):
    """What one player's account gains (or, negative, loses) by the resolution of the gap, in cents."""

    player: PlayerId
    cents: Cents


@stored_as("gap_resolved")
class ResolveGap(Command, frozen=True, kw_only=True, tag="resolve_gap"):
    """Who bears the difference between count and book; `charges` is filled in by the rules.

    Chips missing at the count are value somebody still has coming, chips over are value somebody must give up.
    """

    by: Literal["banker", "player", "winners", "losers", "all"]
    player: AnyPlayerId | None = None
    charges: Annotated[tuple[Charge, ...], msgspec.Meta(max_length=60)] | None = None
    reason: Text = ""


@stored_as("night_closed")
class CloseNight(Command, frozen=True, kw_only=True, tag="close_night"):
    """Play is over: counts are compared with the book and the chips go back to the box."""


class Transfer(msgspec.Struct, frozen=True, gc=False):
    """So many cents from one person to another; payable in parts."""

    payer: PlayerId
    payee: PlayerId
    cents: SomeCents


@stored_as("plan_frozen")
class FreezePlan(Command, frozen=True, kw_only=True, tag="freeze_plan"):
    """Fixes who pays whom: `bank` (everyone with the banker) or `direct` (fewest transfers).

    `transfers` and `proven_minimal` are filled in by the rules.
    """

    kind: Literal["bank", "direct"] = "bank"
    transfers: Annotated[tuple[Transfer, ...], msgspec.Meta(max_length=200)] | None = None
    proven_minimal: bool | None = None


@stored_as("payment_recorded")
@bounded("cents")
class RecordPayment(Command, frozen=True, kw_only=True, tag="record_payment"):
    """So much of a transfer of the frozen plan has been paid, all that is left if nothing is said; numbered from 1."""

    transfer: Annotated[int, msgspec.Meta(ge=1, le=1000)]
    cents: SomeCents | None = None


@drawn
class GapFound(Consequence, frozen=True, kw_only=True, tag="gap_found"):
    """The count of one player's chips differs from the book: `counted` minus `book` chips, worth `cents`."""

    player: PlayerId
    book: int
    counted: int
    cents: int = 0
