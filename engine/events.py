"""The consequences the rules draw from what people did, and the record in which every event stands in the book.

A primary event is an accepted command (`engine.commands`). A step that takes no tap is the same struct, drawn as a
consequence. All other consequences are gathered here from their rooms; each quotes the rule it rests on.
"""

from collections.abc import Iterable
from typing import Annotated, Any, NamedTuple

import msgspec

from engine import commands
from engine.acts import Consequence
from engine.night.bank.acts import BankTaken, BoxGapFound, CountDiffers, RuledChipsCharged, TillGapFound
from engine.night.closing.acts import GapFound
from engine.night.fee.acts import FeeCharged, FeeShare
from engine.night.putting_right.acts import EventsStruck, Placed
from engine.play.betting.acts import (
    DebtPaid,
    EarlyBetStands,
    ForcedBetPosted,
    MarkerReturned,
    NotAsked,
    Opens,
    RoundClosed,
    RoundOpened,
    ShadowPulled,
    UncalledReturned,
    WentAllIn,
)
from engine.play.dealing.acts import CardsExposed, CardsPassed
from engine.play.effects.acts import CardGiven, CardOffered, FeePaid, SentOutByCard
from engine.play.kitty.acts import KittyShare, KittyShared, PaidToKitty
from engine.play.piles.acts import CouldNotBeat, HandBeaten
from engine.play.script.acts import (
    BlindsMissed,
    CarryAdded,
    DealerIsAnother,
    HandEnded,
    StepBegan,
    StepPassedOver,
    StepsSkipped,
)
from engine.play.showdown.acts import DealOffStarted, PotAwarded, PotCarried, Share, StakeReturned
from engine.play.sides.acts import SidesDeclared
from engine.play.spelling.acts import CouldNotOpen, PenaltyPaid, WordJudged
from engine.play.tarok.acts import ContractWon, ScoreMove, ScorePaid
from engine.play.tricks.acts import RanOutOfCards, RevokeProved, TricksBegan, TrickWon
from engine.registry import CONSEQUENCES, STORED_AS

# Every stored type name, both ways.
NAME_OF: dict[type[Any], str] = {**STORED_AS, **CONSEQUENCES}
TYPE_NAMED: dict[str, type[Any]] = {name: kind for kind, name in NAME_OF.items()}

Event = commands.Command | Consequence


class Recorded(msgspec.Struct, frozen=True, eq=False, gc=False):
    """An event as it stands in the book: its number, and the number of the primary event it follows from.

    `occurred_at`: when it happened at the table. `recorded_at`: when the book got it; both are empty if nobody knows.
    `stated`: the names of the fields of an act that were stated when it was entered (`engine.decider`); None for what follows
    by the rules, and for the acts of old books, which do not say it.

    It equals the same event read from a database row, whose class is another.
    """

    version: Annotated[int, msgspec.Meta(ge=1)]
    event: Event
    caused_by: int | None = None
    actor: str = ""
    occurred_at: str = ""
    recorded_at: str = ""
    stated: tuple[str, ...] | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Recorded):
            return NotImplemented
        return all(getattr(self, field) == getattr(other, field) for field in Recorded.__struct_fields__)

    __hash__ = None  # type: ignore[assignment]


def kinds_of(records: Iterable[Recorded]) -> set[type[Event]]:
    """The types of the events, in force or not. Walks through all of them, so whoever keeps a long night keeps them beside it."""
    return {type(record.event) for record in records}


class Unrecorded(NamedTuple):
    """An event that is to be recorded: the number of the event that caused it, and what was stated of it, as in `Recorded`."""

    event: Event
    caused_by: int | None = None
    stated: tuple[str, ...] | None = None

    def as_recorded(self, version: int) -> Recorded:
        """The event as it stands in the book under this number; actor and times are not known."""
        return Recorded(version, self.event, self.caused_by, stated=self.stated)


class Act(msgspec.Struct, frozen=True, gc=False):
    """A primary event in force, and its consequences in force."""

    primary: Recorded
    consequences: tuple[Recorded, ...]

    @property
    def versions(self) -> tuple[int, ...]:
        """The numbers of all of them."""
        return (self.primary.version, *(record.version for record in self.consequences))
