"""Decides commands, draws what follows from them, and says what of them is to be recorded.

`decide` asks one rule to resolve a command into its primary event, or to refuse it. `follow` says what the rules
demand next. `accept` does both, and `evolve` (`engine.folding`) for each event, until a person must act. `to_record`
says which fields of the act were stated when it was entered: their names stand in the book beside it, so that a
correction, by `as_stated`, fills in again only what the rules had filled in.
"""

from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import Any, Final

from msgspec import NODEFAULT
from msgspec.structs import fields, replace

from engine import commands, errors, events
from engine.events import Unrecorded
from engine.folding import evolve
from engine.night.bank.rule import follow_count, follow_handover, initial_loan
from engine.night.closing.rule import follow_returns
from engine.night.expenses.rule import fee_of_hand
from engine.play.betting.rule import as_said
from engine.play.script.follow import follow_hand
from engine.preconditions import ASKED_BACK
from engine.registry import AT_CLOSE, RULES, load
from engine.state import Night

load("rule")

Rule = Callable[[Any, Night], commands.Command]

DECIDE: Final[dict[type[commands.Command], Rule]] = RULES


def decide(command: commands.Command, night: Night) -> commands.Command:
    """The primary event of a command: the same act with everything filled in. May refuse; never changes the night."""
    primary = DECIDE[type(command)](command, night)
    for waiver in command.waived:
        if not waiver.rule.startswith(ASKED_BACK):
            _was_needed(command, waiver, night)
    return primary


def _was_needed(command: commands.Command, waiver: commands.Waiver, night: Night) -> None:
    """Refuses a waiver without which the command would be accepted too, because reports show every waiver."""
    others = tuple(other for other in command.waived if other != waiver)
    try:
        DECIDE[type(command)](replace(command, waived=others), night)
    except errors.AgainstTheRules as refusal:
        if refusal.code == waiver.rule:
            return
    raise errors.NothingToWaive(rule=waiver.rule)


def follow(night: Night) -> tuple[events.Event, ...]:
    """The events the rules demand next, from the state alone; empty when a person must act."""
    if night.handover is not None:
        return follow_handover(night, night.handover)
    if night.newcomer is not None and (loan := initial_loan(night, night.newcomer)):
        return loan
    if night.count_made is not None and (differs := follow_count(night, night.count_made)):
        return differs
    if night.closing.returning and (returns := follow_returns(night)):
        return returns
    if night.hand is not None:
        return follow_hand(night, night.hand)
    if night.rules.fee is not None and (fee := fee_of_hand(night, night.rules.fee)):
        return fee
    if night.phase == "closed":
        return next(filter(None, (due(night) for due in AT_CLOSE)), ())
    return ()


def accept(night: Night, command: commands.Command) -> tuple[events.Event, ...]:
    """Decides a command and folds it and all that follows into the night. Returns the events, the primary one first.

    A refusal leaves the night as it was.
    """
    return carry_out(night, decide(command, night))


def carry_out(night: Night, primary: commands.Command) -> tuple[events.Event, ...]:
    """Folds a primary event and all that follows into the night. Returns the events, the primary one first."""
    evolve(night, primary)
    happened: tuple[events.Event, ...] = (primary,)
    while consequences := follow(night):
        for event in consequences:
            evolve(night, event)
        happened += consequences
    return happened


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
