"""What players dispute: an event of the night or an act that is missing, what others answer, and how it ends.

No dispute moves a chip. It belongs to who raised it (RULINGS R-E17): it stands in every report until that player withdraws
it or agrees to a resolution, and no strike or correction makes what somebody said in it void.
"""

from typing import Annotated

import msgspec

from engine.acts import Command, FilledIn, Players
from engine.ids import PlayerId, Text
from engine.registry import after_play, beside_the_table, own_word, shorthand, stored_as

EventNumber = Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)]
DisputeNumber = Annotated[int, msgspec.Meta(ge=1, le=100_000)]


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
