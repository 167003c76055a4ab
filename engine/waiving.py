"""Whether the banker has set a rule aside for an act."""

from engine import errors
from engine.commands import Command

# The beginning of every code that the interface asks and not the engine, which knows neither clock nor fingers: a waiver
# of one stands in the book like any other, and whether it was needed is known to the service alone (`service.guards`).
ASKED_BACK = "looks_like_"


def insist(command: Command, refusal: errors.AgainstTheRules) -> None:
    """Refuses, unless the banker has waived exactly this rule for this act."""
    if command.waived and any(waiver.rule == refusal.code for waiver in command.waived):
        return
    raise refusal
