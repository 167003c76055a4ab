"""The step at which the stakes may be doubled: one player does, or nobody; the others accept or fold.

It is a round of betting with one bet in it, whose size `engine.play.betting.limits` keeps: letting the stakes stand is a
check, accepting is a call, and everything else is as in betting: turns, shadows, side pots, chips that nobody called.
"""

from engine import commands, errors, events
from engine.game import steps
from engine.game.betting import Blinds, BringIn
from engine.play.betting.limits import stake_before
from engine.play.betting.round import betting_round, opening_of
from engine.play.betting.rule import bet, raise_
from engine.play.cursor import at_step
from engine.registry import begins, decides
from engine.state import Hand, Night

NOTHING_TO_DOUBLE = "double/nothing-at-stake"


@decides(commands.DoubleStakes)
def double_stakes(command: commands.DoubleStakes, night: Night) -> commands.Wager:
    """The bet that the doubling comes to; the chips stay out of turn, where the rulebook says so.

    Refuses whoever has nothing at stake, and anything but accepting and folding once the stakes are doubled.
    """
    at_step(night, steps.Double)
    player, waived = command.player, command.waived
    hand, betting = betting_round(night, player)
    stake = stake_before(night, hand, player)
    if stake == 0:
        raise errors.HasNothingToDouble(player=player)
    if betting.price:
        return raise_(commands.Raise(player=player, by=stake, said="double", waived=waived), night)
    # Chips put in out of turn may be the doubling already.
    chips = stake - betting.paid.get(player, 0) or stake
    return bet(commands.Bet(player=player, chips=chips, said="double", waived=waived), night)


@begins(steps.Double)
def doubling_begins(night: Night, hand: Hand, step: steps.Double) -> events.Event:
    """Those still in are asked, as in a round of betting; the step is passed over where nobody has anything to double.

    Blinds and a bring-in are no stakes before the first round is over: not everybody has paid them.
    """
    opening = opening_of(night, hand)
    unequal = hand.rounds.closed == 0 and isinstance(hand.game.forced, Blinds | BringIn)
    if unequal or not any(stake_before(night, hand, player) for player in opening.asked):
        return events.StepPassedOver(step=steps.name_of(type(step)), rule=NOTHING_TO_DOUBLE)
    return opening
