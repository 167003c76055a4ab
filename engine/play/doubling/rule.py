"""The rule of doubling: one player may double the stakes, and the others accept or fold.

It is a betting round with one bet in it. Letting the stakes stand is a check, accepting is a call, and turns, shadows,
side pots and chips nobody called are as in any betting round.
"""

from engine import commands, errors, events
from engine.game import steps
from engine.game.betting import Blinds, BringIn
from engine.ids import PlayerId
from engine.play.betting.limits import OneBet
from engine.play.betting.round import betting_round, opening_of
from engine.play.betting.rule import bet, raise_
from engine.play.cursor import at_step
from engine.registry import begins, decides, sized
from engine.state import Hand, Night

NOTHING_TO_DOUBLE = "double/nothing-at-stake"


@decides(commands.DoubleStakes)
def double_stakes(command: commands.DoubleStakes, night: Night) -> commands.Wager:
    """The bet that the doubling comes to; chips put in out of turn stay if the rulebook says so.

    Refuses a player with nothing at stake, and a second doubling.
    """
    at_step(night, steps.Double)
    player, waived = command.player, command.waived
    hand, betting = betting_round(night, player)
    stake = _stake_before(night, hand, player)
    if stake == 0:
        raise errors.HasNothingToDouble(player=player)
    if betting.price:
        return raise_(commands.Raise(player=player, by=stake, said="double", waived=waived), night)
    missing = stake - betting.paid.get(player, 0)
    # Chips put in out of turn may be the doubling already; said again, it is once more the whole stake.
    chips = missing if missing > 0 else stake
    return bet(commands.Bet(player=player, chips=chips, said="double", waived=waived), night)


@sized(steps.Double)
def the_doubling(night: Night, hand: Hand, player: PlayerId) -> OneBet:
    """The only bet of the round: exactly the stake, whatever the limit on bets is."""
    stake = _stake_before(night, hand, player)
    return OneBet(
        commands.DoubleStakes(player=player),
        chips=stake,
        nothing=errors.HasNothingToDouble(player=player),
        another=lambda by: errors.IsNotTheDoubling(player=player, by=by, stake=stake),
        again=errors.StakesAreDoubledOnce(player=player),
    )


def _stake_before(night: Night, hand: Hand, player: PlayerId) -> int:
    """The chips it takes the player to double: as many as they had put in before this round, or all they have."""
    paid = hand.round.paid.get(player, 0) if hand.round is not None else 0
    stake = hand.stakes.put_in[player] - paid
    return min(stake, paid + night.stack(player)) if hand.game.goes_all_in else stake


@begins(steps.Double)
def doubling_begins(night: Night, hand: Hand, step: steps.Double) -> events.Event:
    """Asks the players still in, as a betting round does, or passes the step over if nobody has anything to double.

    Blinds and a bring-in are not stakes before the first round is over, because not everybody has paid them.
    """
    opening = opening_of(night, hand)
    unequal = hand.rounds.closed == 0 and isinstance(hand.game.forced, Blinds | BringIn)
    if unequal or not any(_stake_before(night, hand, player) for player in opening.asked):
        return events.StepPassedOver(step=step.called(), rule=NOTHING_TO_DOUBLE)
    return opening
