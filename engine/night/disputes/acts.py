"""What players dispute: an event of the night or an act that is missing, what others answer, and how it ends.

No dispute moves a chip. It stands in every report until it is resolved or withdrawn.
"""

from typing import Annotated

import msgspec

from engine.acts import Command, Players
from engine.ids import PlayerId, Text
from engine.registry import beside_the_table, stored_as

EventNumber = Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)]
DisputeNumber = Annotated[int, msgspec.Meta(ge=1, le=100_000)]


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
    number: DisputeNumber | None = None


@beside_the_table
@stored_as("dispute_answered")
class AnswerDispute(Command, frozen=True, kw_only=True, tag="answer_dispute"):
    """What somebody of the night says to an open dispute."""

    dispute: DisputeNumber
    by: PlayerId
    words: Text


@beside_the_table
@stored_as("dispute_resolved")
class ResolveDispute(Command, frozen=True, kw_only=True, tag="resolve_dispute"):
    """A dispute ends by `event`, the number of a strike, correction or ruling, or by what the table agreed on in `words`."""

    dispute: DisputeNumber
    event: EventNumber | None = None
    words: Text = ""
    agreed_by: Players = ()


@beside_the_table
@stored_as("dispute_withdrawn")
class WithdrawDispute(Command, frozen=True, kw_only=True, tag="withdraw_dispute"):
    """The player who raised a dispute takes it back. The rules fill in `by`."""

    dispute: DisputeNumber
    by: PlayerId | None = None
    words: Text = ""
