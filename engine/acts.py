"""The bases of commands and of consequences, waivers, and the bounds of texts and numbers in them."""

from typing import Annotated, TypeVar

import msgspec

from engine.ids import PlayerId, Text

# Names, card texts and counts come from outside, so they are bounded here, once.
GameName = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
CardText = Annotated[str, msgspec.Meta(min_length=1, max_length=10)]
Cards = Annotated[tuple[CardText, ...], msgspec.Meta(max_length=120)]
# What a player asked for or said has a number of its own, from 1.
RequestNumber = Annotated[int, msgspec.Meta(ge=1, le=100_000)]
RuleCode = Annotated[str, msgspec.Meta(pattern=r"^[a-z_]{3,60}$")]
# A field of an act that only the rules fill in: whoever sends an act leaves it out, and is refused if they do not.
FILLED_IN = msgspec.Meta(extra_json_schema={"readOnly": True})
Filled = TypeVar("Filled")
FilledIn = Annotated[Filled, FILLED_IN]


class Waiver(msgspec.Struct, frozen=True, gc=False):
    """One house rule, by its code, that the banker sets aside for this act, and why."""

    rule: RuleCode
    reason: Text


class Command(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Something a person wants to record.

    Once accepted and resolved (every amount filled in), the same struct is the primary event. Fields that a command may
    leave out and the rules always fill in say so.
    """

    waived: Annotated[tuple[Waiver, ...], msgspec.Meta(max_length=10)] = ()


Players = Annotated[tuple[PlayerId, ...], msgspec.Meta(max_length=60)]


class Consequence(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """An event that the rules draw from a primary event."""
