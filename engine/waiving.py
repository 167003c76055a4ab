"""Refusals that the banker can waive."""

from engine import errors
from engine.commands import Command, Waiver
from engine.events import Event

# Codes with this beginning are doubts of the interface (clock, typing slips), which the engine cannot check. A waiver
# of one is in the book like any other, but only the service knows whether it was needed (`service.book.guards`).
ASKED_BACK = "looks_like_"


def rules_waived(event: Event) -> tuple[Waiver, ...]:
    """The rules that were waived for an act. Having meant what looked like a slip is no waiver worth telling."""
    if not isinstance(event, Command) or not event.waived:
        return ()
    return tuple(waiver for waiver in event.waived if not waiver.rule.startswith(ASKED_BACK))


def insist(command: Command, refusal: errors.AgainstTheRules) -> None:
    """Refuses, unless the banker has waived exactly this rule for this act."""
    if command.waived and any(waiver.rule == refusal.code for waiver in command.waived):
        return
    raise refusal
