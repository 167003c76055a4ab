"""The finger that slips: a loan or buy-in far beyond every one of this night, as 15000 where 150 was meant.

No rule of the game: like `looks_like_a_repeat` it is asked where people type and tap, and neither of logs that are brought
in nor of nights that are judged again. As a rule of the engine it would judge books that were written before it anew, and
refuse to strike a loan by which a later one was small.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine import commands, errors
from engine.events import Recorded
from engine.strikes import effective
from service.repeats import ask_again

# More than this often the largest so far is asked back.
TIMES = 20
# Where the house lends nobody anything at the start: what RULINGS' rules of the bank lend everyone, 50 and two peders.
USUAL_STACK = 150
ISSUED = (commands.GiveLoan, commands.BuyChips)


class LooksLikeASlip(errors.AgainstTheRules):
    code = "looks_like_a_slip"
    sentence = (
        "{chips} chips for {player} is more than {times} times {largest}, the largest loan or buy-in of this night; "
        "if so many are meant, waive this rule."
    )


def refuse_slip(command: commands.Command, records: Sequence[Recorded], *, wary: bool = True) -> None:
    """Refuses an act that is far beyond the others, and a waiver of this rule for one that is not."""
    ask_again(command, LooksLikeASlip.code, lambda: _slip(command, records), wary=wary)


def _slip(command: commands.Command, records: Sequence[Recorded]) -> LooksLikeASlip | None:
    """Nothing where no chips were issued tonight, or no more are asked for than the house is used to."""
    if not isinstance(command, ISSUED):
        return None
    events = [record.event for record in effective(records)]
    usual = next((event.rules.initial_loan for event in events if isinstance(event, commands.OpenNight)), 0)
    largest = max((event.chips for event in events if isinstance(event, ISSUED)), default=0)
    if not largest or command.chips <= max(usual or USUAL_STACK, TIMES * largest):
        return None
    return LooksLikeASlip(chips=command.chips, player=command.player, times=TIMES, largest=largest)
