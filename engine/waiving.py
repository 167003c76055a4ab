"""Refusals that the banker can waive."""

from engine import errors
from engine.commands import Command

# Codes with this beginning are doubts of the interface (clock, typing slips), which the engine cannot check. A waiver
# of one is in the book like any other, but only the service knows whether it was needed (`service.guards`).
ASKED_BACK = "looks_like_"


def insist(command: Command, refusal: errors.AgainstTheRules) -> None:
    """Refuses, unless the banker has waived exactly this rule for this act."""
    if command.waived and any(waiver.rule == refusal.code for waiver in command.waived):
        return
    raise refusal
