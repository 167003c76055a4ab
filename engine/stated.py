"""Which fields of an act were stated when it was entered, and the act with these alone, to be resolved anew (DESIGN 2).

The names of the stated fields stand in the book beside each act, so that a correction fills in again only what the rules
had filled in.
"""

from collections.abc import Collection, Sequence
from functools import cache
from typing import Any

from msgspec import NODEFAULT
from msgspec.structs import fields, replace

from engine import commands, events
from engine.events import Unrecorded
from engine.play.betting.rule import as_said


@cache
def optional_fields(kind: type[commands.Command]) -> tuple[tuple[str, Any], ...]:
    """The fields of an act that need not be stated, waivers aside, each with its value then."""
    return tuple(
        (one.name, one.default) for one in fields(kind) if one.default is not NODEFAULT and one.name != "waived"
    )


def stated_in(command: commands.Command, primary: commands.Command) -> tuple[str, ...]:
    """The names of the fields that the command stated, in the order of the alphabet; `primary` is what it came to.

    A bet, call, raise or check keeps the name under which it was said: the names are those of the fields of that command.
    What a person took over from somebody else's words by another command, such as an approval, is stated as it came out.
    """
    as_entered = isinstance(primary, commands.Wager | commands.Check) or type(command) is type(primary)
    entered = command if as_entered else primary
    kind = type(entered)
    unstated = {name for name, default in optional_fields(kind) if getattr(entered, name) == default}
    if isinstance(command, commands.AnnounceHand | commands.NameTheGame) and command.game != getattr(
        primary, "game", ""
    ):
        # Options that were said in the game's name stand beside it.
        unstated.discard("options")
    stated = set(kind.__struct_fields__) - unstated - {"waived"}
    if isinstance(primary, commands.AnnounceHand) and "dealer" in stated and primary.dealer is None:
        # A dealer who is not dealt in stands in the act as the seat that has the button.
        stated = stated - {"dealer"} | {"button"}
    return tuple(sorted(stated))


def as_stated(event: commands.Command, stated: Collection[str]) -> commands.Command:
    """The command with the stated fields of this act, and nothing that the rules had filled in."""
    command = as_said(event) if isinstance(event, commands.Wager | commands.Check) else event
    return replace(command, **{name: default for name, default in optional_fields(type(command)) if name not in stated})


def to_record(command: commands.Command, happened: Sequence[events.Event], *, after: int) -> tuple[Unrecorded, ...]:
    """What the accepted command came to, the act first, to be recorded behind the event of number `after`."""
    act, *consequences = happened
    assert isinstance(act, commands.Command)
    return (Unrecorded(act, stated=stated_in(command, act)), *(Unrecorded(event, after + 1) for event in consequences))
