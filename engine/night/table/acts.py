"""The acts around the hands of a night: opening, house rules, seats, rulings and strikes."""

from typing import Annotated, Literal

import msgspec

from engine.acts import Command, Consequence
from engine.game.betting import Forced, Limit
from engine.game.switches import Switches
from engine.ids import AnyPlayerId, ClubId, Name, NightId, PlayerId, Text
from engine.money import Chips, SomeChips
from engine.registry import drawn, stored_as


class Currency(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An ISO 4217 code and the number of decimals of its smallest unit (2: cents, øre)."""

    code: Annotated[str, msgspec.Meta(pattern=r"^[A-Z]{3}$")] = "DKK"
    exponent: Annotated[int, msgspec.Meta(ge=0, le=4)] = 2


class Denomination(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One kind of chip: its name at the table, its value in smallest chips, and how many the box holds."""

    name: Name
    worth: Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)]
    pieces: Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)] = 0


class HouseRules(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, kw_only=True):
    """The rules this table agreed on, fixed when the night opens.

    `initial_loan`: chips lent to everyone who sits down. `auto`: the steps that need no tap: none, those whose cards
    nobody sees, or all. `banker_stack`: the banker plays from a stack of their own or straight from the box.
    `play_ends`: when the table agrees, when one player or all but one are bankrupt, or when everyone has dealt three
    times (RULINGS R-W12). `forced` and `limit` replace the antes, blinds and bet limit of the rulebook; `limit` also
    holds in other books' games that leave it to the table. `switches`: how this house reads rules that can be read in
    two ways. `dictionary`: the word list that judges words tonight, instead of the one a rulebook names (R-W13).
    """

    rulebook: Name = "enemaerke"
    initial_loan: Chips = 0
    auto: Literal["none", "closed", "all"] = "closed"
    banker_stack: Literal["own", "box"] = "own"
    odd_chip: Literal["first_in_order", "carry_to_next_pot"] = "first_in_order"
    forced: Forced | None = None
    limit: Limit | None = None
    dead_button: bool = True
    play_ends: Literal["agreed", "one_bankrupt", "one_left", "three_deals"] = "agreed"
    switches: Switches = Switches()
    dictionary: Annotated[str, msgspec.Meta(max_length=80)] = ""


@stored_as("night_opened")
class OpenNight(Command, frozen=True, kw_only=True, tag="open_night"):
    """Opens the night and fixes the rules it is played under. `unit`: the cents one chip is worth."""

    night: NightId
    club: ClubId
    banker: AnyPlayerId
    name: Annotated[str, msgspec.Meta(max_length=80)] = ""
    zone: Annotated[str, msgspec.Meta(min_length=1, max_length=60)] = "UTC"
    currency: Currency = Currency()
    unit: Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)] = 25
    rules: HouseRules = HouseRules()
    inventory: Annotated[tuple[Denomination, ...], msgspec.Meta(max_length=20)] = ()
    rules_version: Annotated[int, msgspec.Meta(ge=0)] = 0


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


@stored_as("player_left")
class LeaveNight(Command, frozen=True, kw_only=True, tag="leave_night"):
    """A player goes home: their counted chips go back to the box and their account stays open until it is paid."""

    player: PlayerId
    counted: Chips | None = None


@stored_as("strike_declared")
class StrikeEvents(Command, frozen=True, kw_only=True, tag="strike_events"):
    """Declares primary events void, by number, together with what followed from them. Nothing is erased."""

    versions: Annotated[tuple[Annotated[int, msgspec.Meta(ge=1)], ...], msgspec.Meta(min_length=1, max_length=500)]
    reason: Text


class ChipMove(msgspec.Struct, frozen=True, gc=False):
    """Chips from one account to another, by a ruling of the table."""

    payer: Annotated[str, msgspec.Meta(max_length=60)]
    payee: Annotated[str, msgspec.Meta(max_length=60)]
    chips: SomeChips


@stored_as("ruling_made")
class MakeRuling(Command, frozen=True, kw_only=True, tag="make_ruling"):
    """The table decides what no rule covers: its words, the chips that move, and who agreed."""

    text: Text
    moves: Annotated[tuple[ChipMove, ...], msgspec.Meta(max_length=50)] = ()
    agreed_by: Annotated[tuple[PlayerId, ...], msgspec.Meta(min_length=1, max_length=60)]


@drawn
class EventsStruck(Consequence, frozen=True, kw_only=True, tag="events_struck"):
    """These events are void from now on: the ones struck, their consequences, and consequences that changed."""

    void: tuple[int, ...]
