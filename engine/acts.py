"""What every act carries: the bounds of its words, the rules the banker waives, and the base of what follows."""

from typing import Annotated

import msgspec

from engine.ids import PlayerId, Text

# Game and rulebook names, card texts and counts come from outside and are bounded here, once.
GameName = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
CardText = Annotated[str, msgspec.Meta(min_length=1, max_length=10)]
Cards = Annotated[tuple[CardText, ...], msgspec.Meta(max_length=120)]
RuleCode = Annotated[str, msgspec.Meta(pattern=r"^[a-z_]{3,60}$")]


class Waiver(msgspec.Struct, frozen=True, gc=False):
    """One rule of the house, by code, that the banker sets aside for this act, and why."""

    rule: RuleCode
    reason: Text


class Command(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Something a person wants to record.

    Accepted and resolved (every amount said), the same struct is the primary event. Fields that may be left out in
    a command and are always filled in by the rules say so.
    """

    waived: Annotated[tuple[Waiver, ...], msgspec.Meta(max_length=10)] = ()


Players = Annotated[tuple[PlayerId, ...], msgspec.Meta(max_length=60)]


class Consequence(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What follows from a primary event by a rule."""
