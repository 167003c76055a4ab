"""What puts right what was recorded: strikes, corrections and disputes. Nothing is ever erased.

No dispute moves a chip. It belongs to who raised it (RULINGS R-E17): it stands in every report until that player withdraws
it or agrees to a resolution, and no strike or correction makes what somebody said in it void.
"""

from typing import TYPE_CHECKING, Annotated, Union

import msgspec

from engine.acts import Command, Consequence, FilledIn, Players
from engine.ids import PlayerId, Text
from engine.night.table.acts import OpenNight
from engine.registry import (
    SHORTHAND,
    STORED_AS,
    after_play,
    beside_the_table,
    consequence,
    load,
    own_word,
    shorthand,
    stored_as,
)

EventNumber = Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)]
DisputeNumber = Annotated[int, msgspec.Meta(ge=1, le=100_000)]


@after_play
@stored_as("strike_declared")
class StrikeEvents(Command, frozen=True, kw_only=True, tag="strike_events"):
    """Declares primary events void, by number, together with what followed from them. Nothing is erased."""

    versions: Annotated[tuple[Annotated[int, msgspec.Meta(ge=1)], ...], msgspec.Meta(min_length=1, max_length=500)]
    reason: Text


class Placed(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The event `version` is an act that stands in the place of the event `at`, or right `after` it."""

    version: int
    at: int
    after: bool = False


@consequence
class EventsStruck(Consequence, frozen=True, kw_only=True, tag="events_struck"):
    """These events are void from now on: the ones struck, their consequences, and consequences that changed.

    `placed`: acts that follow this event in the book and stand somewhere else in the night. If this event becomes void
    itself, neither counts.
    """

    void: tuple[int, ...]
    placed: tuple[Placed, ...] = ()

    @property
    def reaches_back(self) -> int:
        """The number of the first event that it concerns: what stands before that one stays as it is."""
        return min((*self.void, *(one.at for one in self.placed)), default=0)


@after_play
@own_word("by")
@beside_the_table
@stored_as("dispute_raised")
class RaiseDispute(Command, frozen=True, kw_only=True, tag="raise_dispute"):
    """A player disputes an event of the night, or says that an act is missing; no chip moves.

    `event`: the event in dispute, None if it is about the night as a whole. `missing`: the event stands, and an act that
    was never recorded is missing after it. `number`: disputes count from 1; the book fills it in.
    """

    by: PlayerId
    words: Text
    event: EventNumber | None = None
    missing: bool = False
    number: FilledIn[DisputeNumber | None] = None


@after_play
@own_word("by")
@beside_the_table
@stored_as("dispute_answered")
class AnswerDispute(Command, frozen=True, kw_only=True, tag="answer_dispute"):
    """What somebody of the night says to an open dispute."""

    dispute: DisputeNumber
    by: PlayerId
    words: Text


@after_play
@beside_the_table
@stored_as("dispute_resolved")
class ResolveDispute(Command, frozen=True, kw_only=True, tag="resolve_dispute"):
    """A dispute ends by `event`, the number of a strike, correction or ruling, or by what the table agreed on in `words`.

    Who raised it is among those in `agreed_by`; without them it is recorded as the bank's word, and the dispute stays open.
    """

    dispute: DisputeNumber
    event: EventNumber | None = None
    words: Text = ""
    agreed_by: Players = ()


@after_play
@beside_the_table
@stored_as("banks_word_given")
class GiveBanksWord(Command, frozen=True, kw_only=True, tag="give_banks_word"):
    """How the bank, and those in `agreed_by`, would end a dispute whose player has not agreed; it stays open."""

    dispute: DisputeNumber
    event: EventNumber | None = None
    words: Text = ""
    agreed_by: Players = ()


@own_word("by")
@shorthand
class AgreeToBanksWord(Command, frozen=True, kw_only=True, tag="agree_to_banks_word"):
    """Who raised a dispute agrees to the bank's last word, which ends it: recorded as the resolution.

    `word`: the number of the event in which the bank said it; refused if the bank has said something else since.
    """

    dispute: DisputeNumber
    by: PlayerId
    word: EventNumber | None = None


@after_play
@own_word("by")
@beside_the_table
@stored_as("dispute_withdrawn")
class WithdrawDispute(Command, frozen=True, kw_only=True, tag="withdraw_dispute"):
    """The player who raised a dispute takes it back. `by` names them; only their own device may leave it out."""

    dispute: DisputeNumber
    by: PlayerId | None = None
    words: Text = ""


# An act of any room may stand in the place of another, so all of them are known before the type is made.
load("acts")

# What stands in the book once and for all, or speaks of the book itself.
NEVER_CORRECTED: tuple[type[Command], ...] = (OpenNight, StrikeEvents)

if TYPE_CHECKING:
    OtherAct = Command
else:
    OtherAct = Union[tuple(kind for kind in (*STORED_AS, *SHORTHAND) if kind not in NEVER_CORRECTED)]  # noqa: UP007


# As many changes as a correction may have.
CHANGES_MOST = 50


class Change(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """One change: `act` happened instead of the event `version`, or right `after` it; without an act, nothing did.

    In the book each new act stands as an event of its own, so there a change names only the place.
    """

    version: Annotated[int, msgspec.Meta(ge=1)]
    act: OtherAct | None = None
    after: bool = False


@after_play
@stored_as("events_corrected")
class CorrectEvents(Command, frozen=True, kw_only=True, tag="correct_events"):
    """Puts right what was recorded: each change in its place, and from `stop_at` on nothing counts. Nothing is erased.

    What followed from a changed act is resolved anew from what was said.
    """

    changes: Annotated[tuple[Change, ...], msgspec.Meta(min_length=1, max_length=CHANGES_MOST)]
    stop_at: Annotated[int, msgspec.Meta(ge=1)] | None = None
    reason: Text = ""
