"""The finger that slips: a loan or buy-in far beyond every one of this night, as 15000 where 150 was meant."""

from engine import commands
from engine.strikes import effective
from service.guards.doubt import Asked, Doubt

# More than this often the largest so far is asked back.
TIMES = 20
# Where the house lends nobody anything at the start: what RULINGS' rules of the bank lend everyone, 50 and two peders.
USUAL_STACK = 150
ISSUED = (commands.GiveLoan, commands.BuyChips)


class LooksLikeASlip(Doubt):
    code = "looks_like_a_slip"
    sentence = (
        "{chips} chips for {player} is more than {times} times {largest}, the largest loan or buy-in of this night."
    )


def slip_of(command: commands.Command, asked: Asked) -> LooksLikeASlip | None:
    """The doubt; None before any chips were issued tonight, and for no more than the house is used to."""
    if not isinstance(command, ISSUED):
        return None
    events = [record.event for record in effective(asked.records)]
    usual = next((event.rules.initial_loan for event in events if isinstance(event, commands.OpenNight)), 0)
    largest = max((event.chips for event in events if isinstance(event, ISSUED)), default=0)
    if not largest or command.chips <= max(usual or USUAL_STACK, TIMES * largest):
        return None
    return LooksLikeASlip(chips=command.chips, player=command.player, times=TIMES, largest=largest)
