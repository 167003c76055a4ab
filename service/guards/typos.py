"""A typing slip: a loan or buy-in far larger than any other of the night, as 15000 for 150."""

from engine import commands
from engine.folding import effective
from service.guards.doubt import Asked, Doubt

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
    if not isinstance(command, ISSUED):
        return None
    events = [record.event for record in effective(asked.records)]
    usual = next((event.rules.initial_loan for event in events if isinstance(event, commands.OpenNight)), 0)
    largest = max((event.chips for event in events if isinstance(event, ISSUED)), default=0)
    if not largest or command.chips <= max(usual or USUAL_STACK, TIMES * largest):
        return None
    return LooksLikeASlip(chips=command.chips, player=command.player, times=TIMES, largest=largest)
