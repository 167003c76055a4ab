"""Decides commands and draws what follows from them.

`decide` asks one rule to resolve a command into its primary event, or to refuse it. `follow` says what the rules
demand next. `accept` does both, and `evolve` (`engine.folding`) for each event, until a person must act.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from engine import commands, errors, events
from engine.folding import evolve
from engine.night.bank.rule import follow_count, initial_loan
from engine.night.closing.rule import follow_returns
from engine.night.handover.rule import follow_handover
from engine.play.script.follow import follow_hand
from engine.registry import AT_CLOSE, RULES, load
from engine.state import Night
from engine.waiving import ASKED_BACK

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
