"""A correction: another act in the place of a recorded one, or between two."""

from typing import TYPE_CHECKING, Annotated, Union

import msgspec

from engine.acts import Command
from engine.ids import Text
from engine.night.table.acts import OpenNight, StrikeEvents
from engine.registry import SHORTHAND, STORED_AS, after_play, load, stored_as

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
