"""A typing slip: a loan or buy-in far larger than any other of the night, as 15000 for 150."""

from engine import commands
from service.book.guards.doubt import Asked, Doubt

# A loan is asked back if it is more than this many times the largest so far.
TIMES = 20
# If the house lends nothing at the start: what the bank rules of RULINGS lend everyone, 50 and two peders.
USUAL_STACK = 150
ISSUED = (commands.GiveLoan, commands.BuyChips)


class LooksLikeASlip(Doubt):
    code = "looks_like_a_slip"
    sentence = (
        "{chips} chips for {player} is more than {times} times {largest}, the largest loan or buy-in of this night."
    )


def slip_of(command: commands.Command, asked: Asked) -> LooksLikeASlip | None:
    """The doubt; None if no chips were issued yet, or for no more than the house's usual stack."""
    # Most loans are no larger than what everyone begins with, and need no look at the others.
    if not isinstance(command, ISSUED) or command.chips <= (asked.night.terms.rules.initial_loan or USUAL_STACK):
        return None
    largest = 0
    for record in asked.in_force(ISSUED):
        if isinstance(record.event, ISSUED):
            largest = max(largest, record.event.chips)
        if command.chips <= TIMES * largest:
            # The others would make no difference, however long the night.
            return None
    if not largest:
        return None
    return LooksLikeASlip(chips=command.chips, player=command.player, times=TIMES, largest=largest)
