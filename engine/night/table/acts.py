"""The acts around the hands of a night: opening, house rules, seats and rulings."""

from typing import Annotated

import msgspec

from engine.acts import Command
from engine.house.agreements import Currency, Denomination, EnteredBy, HouseRules
from engine.ids import AnyPlayerId, ClubId, Line, NightId, PlayerId, Text
from engine.money import Chips, SomeChips
from engine.registry import beside_the_table, number_called, rests_on, stored_as
from engine.speech import to_say


@rests_on("house/inventory")
@stored_as("night_opened")
class OpenNight(Command, frozen=True, kw_only=True, tag="open_night"):
    """Opens the night and fixes the rules it is played under. `unit`: the cents one chip is worth.

    `debts_only`: nobody plays; it settles or holds what people owe each other from elsewhere, which is nobody's result.
    """

    night: NightId
    club: ClubId
    banker: AnyPlayerId
    name: Line = ""
    zone: Annotated[str, msgspec.Meta(min_length=1, max_length=60)] = "UTC"
    currency: Currency = Currency()
    unit: Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)] = 25
    rules: HouseRules = HouseRules()
    inventory: Annotated[tuple[Denomination, ...], msgspec.Meta(max_length=20)] = ()
    rules_version: Annotated[int, msgspec.Meta(ge=0)] = 0
    debts_only: bool = False


@beside_the_table
@stored_as("entered_by_changed")
class ChangeEnteredBy(Command, frozen=True, kw_only=True, tag="change_entered_by"):
    """The table agrees anew on who enters what a player does in a hand, from here on."""

    by: EnteredBy


@stored_as("player_seated")
class SeatPlayer(Command, frozen=True, kw_only=True, tag="seat_player"):
    """A player sits down at a seat; seat 0 is the next free one."""

    player: AnyPlayerId
    seat: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0


@stored_as("player_stood_up")
class StandUp(Command, frozen=True, kw_only=True, tag="stand_up"):
    """A player leaves the table for a while: their chips stay there, and they are not dealt in."""

    player: PlayerId


@stored_as("player_sat_back")
class SitBack(Command, frozen=True, kw_only=True, tag="sit_back"):
    """A player who stood up takes part again, at the same seat or another."""

    player: PlayerId
    seat: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0


@number_called(to_say("Goes home"))
@stored_as("player_left")
class LeaveNight(Command, frozen=True, kw_only=True, tag="leave_night"):
    """A player goes home: their counted chips go back to the box and their account stays open until it is paid."""

    player: PlayerId
    counted: Chips | None = None


class ChipMove(msgspec.Struct, frozen=True, gc=False):
    """Chips from one account to another, by a ruling of the table."""

    payer: Annotated[str, msgspec.Meta(max_length=60)]
    payee: Annotated[str, msgspec.Meta(max_length=60)]
    chips: SomeChips


@rests_on("table/ruling")
@stored_as("ruling_made")
class MakeRuling(Command, frozen=True, kw_only=True, tag="make_ruling"):
    """The table decides what no rule covers: its words, the chips that move, and who agreed."""

    text: Text
    moves: Annotated[tuple[ChipMove, ...], msgspec.Meta(max_length=50)] = ()
    agreed_by: Annotated[tuple[PlayerId, ...], msgspec.Meta(min_length=1, max_length=60)]
